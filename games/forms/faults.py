"""The form that reports a fault."""

from django import forms
from django.utils.translation import gettext_lazy as _


class FaultForm(forms.Form):
    """What somebody reports."""

    text = forms.CharField(
        label=_("What happened, and what should have?"),
        max_length=4000,
        min_length=5,
        widget=forms.Textarea(attrs={"class": "inp", "rows": 7}),
    )
    url = forms.CharField(
        label=_("Address of the page"),
        max_length=500,
        required=False,
        widget=forms.TextInput(attrs={"class": "inp", "inputmode": "url"}),
    )
