"""The shop's time zone, which the database's functions name as well."""

from datetime import timedelta, timezone

SHOP_TIME = timezone(timedelta(hours=7))  # Lampung's
