"""Numbers and dates as whole steps, so that what lies between two of them can be halved."""

from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation

WHOLE = "1"
DATES = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%Y/%m/%d", "%Y-%m", "%d-%m-%Y")
_MOST_DECIMALS = 4


def point_of(text: str, unit: str) -> int | None:
    """The step a value stands at; None when it is no such value."""
    text = text.strip()
    if "%" not in unit:
        try:
            return int(Decimal(text) / Decimal(unit)) if len(text) < 20 else None
        except (InvalidOperation, ValueError, OverflowError):
            return None
    try:
        day = datetime.strptime(text, unit).date()
    except ValueError:
        return None
    return day.toordinal() if "%d" in unit else 12 * day.year + day.month - 1


def text_of(point: int, unit: str) -> str:
    """The value at a step; dates beyond the calendar are its ends."""
    if "%" not in unit:
        return str(point * Decimal(unit)) if unit != WHOLE else str(point)
    if "%d" not in unit:
        year, month = divmod(point, 12)
        return date(min(max(year, 1), 9999), month + 1, 1).strftime(unit)
    last = date.max.toordinal()
    return (date.min + timedelta(min(max(point, 1), last) - 1)).strftime(unit)


def unit_of(values: list[str]) -> str | None:
    """What all these values are counted in; None when they are neither numbers nor dates of one kind."""
    if not values:
        return None
    for unit in DATES:
        if all(point_of(value, unit) is not None for value in values):
            return unit
    decimals = 0
    for value in values:
        try:
            exponent = Decimal(value.strip()).as_tuple().exponent
        except InvalidOperation:
            return None
        if not isinstance(exponent, int):
            return None
        decimals = max(decimals, -exponent)
    return WHOLE if decimals == 0 else str(Decimal(1).scaleb(-min(decimals, _MOST_DECIMALS)))
