// The page of the form for a new table.
import { startEstimate } from "./estimate.js";

startEstimate(document.querySelector(".table-form"))();
