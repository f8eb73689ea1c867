"""Forms of the pages: opening a table, reporting a fault, sleeping hours."""

from games.forms.faults import FaultForm
from games.forms.sleep import SleepForm
from games.forms.tables import TableForm

__all__ = ["FaultForm", "SleepForm", "TableForm"]
