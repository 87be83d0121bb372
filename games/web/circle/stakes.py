"""The stakes of a circle's evenings, which are off until an owner chooses them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import services
from games.statistics.stakes import BY_PLACES, BY_POINTS
from games.web.change_form import ChangeForm
from games.web.circle.base import OWNERS, CircleFormView
from games.web.form_fields import PlainText

OFF = "off"
MOST = 100_000  # cents of a point or a place
LONGEST_CURRENCY = 8


class AmountField(forms.DecimalField):
    """An amount with a comma or a point, whatever the language of the page is."""

    def to_python(self, value: Any) -> Any:
        return super().to_python(value.replace(",", ".") if isinstance(value, str) else value)


class StakesForm(ChangeForm):
    together = (("by", "value", "currency"),)

    by = forms.ChoiceField(
        label=_("Stakes"),
        widget=forms.RadioSelect,
        choices=(
            (OFF, _("Off")),
            (BY_POINTS, _("By points: every side settles the difference with every other one")),
            (BY_PLACES, _("By places: the better place wins from each worse one")),
        ),
    )
    value = AmountField(
        label=_("Amount for a point or a place"),
        required=False,
        localize=True,
        widget=forms.TextInput({"inputmode": "decimal"}),
        max_digits=6,
        decimal_places=2,
        min_value=Decimal("0.01"),
        max_value=Decimal(MOST) / 100,
        error_messages={
            "invalid": _("Enter an amount, such as 0.10."),
            "min_value": _("Enter an amount, such as 0.10."),
            "max_value": _("Enter at most %(limit_value)s."),
            "max_digits": _("Enter an amount, such as 0.10."),
            "max_decimal_places": _("Enter an amount, such as 0.10."),
            "max_whole_digits": _("Enter an amount, such as 0.10."),
        },
    )
    currency = PlainText(
        label=_("Currency"), required=False, max_length=LONGEST_CURRENCY, help_text=_("For example € or points.")
    )

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("by") not in (OFF, None) and data.get("value") is None and "value" not in self.errors:
            self.add_error("value", gettext("Fill in this field."))
        return data


class CircleStakesView(CircleFormView):
    template_name = "circle/stakes.html"
    form_class = StakesForm
    roles = OWNERS
    beside = "by"

    def get_initial(self) -> dict[str, Any]:
        stakes = self.member.circle.stakes or {}
        cents = stakes.get("cents")
        return {
            "by": stakes.get("by", OFF),
            "value": None if cents is None else Decimal(cents).scaleb(-2),
            "currency": stakes.get("currency", ""),
        }

    def act(self, data: dict[str, Any]) -> None:
        stakes = None
        if data["by"] != OFF:
            stakes = {"by": data["by"], "cents": int(data["value"] * 100), "currency": data["currency"]}
        services.change_stakes(by=self.person, circle=self.circle, stakes=stakes)


def amount_in_words(cents: int, currency: str, *, is_signed: bool = False) -> str:
    sign = "" if cents == 0 else "\N{MINUS SIGN}" if cents < 0 else "+" if is_signed else ""
    number = number_format(Decimal(abs(cents)).scaleb(-2), 2)
    return f"{sign}{number}\N{NO-BREAK SPACE}{currency}" if currency else f"{sign}{number}"
