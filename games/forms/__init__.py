"""Forms of the pages: opening a table, reporting a fault."""

from games.forms.faults import FaultForm
from games.forms.tables import TableForm

__all__ = ["FaultForm", "TableForm"]
