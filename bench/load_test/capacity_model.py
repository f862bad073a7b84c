"""Capacity model: what more visitors would need, from the measured cost of a visit."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bench.load_test import resource_usage
from bench.load_test.table import table
from bench.load_test.visitor_process import MIX

MONTHS = (1e6, 1e7, 1e8)
SECONDS_A_MONTH = 30 * 24 * 3600
PEAK_FACTOR = 10  # the peak hour's rate, as a multiple of the month's mean
TARGET_UTILISATION = 0.6  # of each core; the rest is headroom


@dataclass(frozen=True, slots=True)
class MeanVisit:
    """The mean visit of the mix; `…_without_files` when a CDN serves pictures and scripts."""

    requests: float
    down: float
    stored: float
    gateway: float
    gateway_without_files: float
    database: float
    database_without_files: float
    variants: float
    sql: float


def mean(visits: Mapping[str, Any]) -> MeanVisit:
    """Weighted by the shares of the mix, in milliseconds and MB."""

    def of(value: str, browse: str = "browse") -> float:
        shares = {browse if kind == "browse" else kind: share / 100 for kind, share in MIX.items()}
        return sum(share * _value(visits[kind], value) for kind, share in shares.items())

    return MeanVisit(
        of("requests"),
        of("down"),
        of("stored"),
        of(resource_usage.GATEWAY),
        of(resource_usage.GATEWAY, "without pictures"),
        of(resource_usage.DATABASE),
        of(resource_usage.DATABASE, "without pictures"),
        of(resource_usage.VARIANTS),
        of("database"),
    )


def print_model(facts: Mapping[str, Any]) -> None:
    """Print what each number of visits a month needs."""
    one, held = mean(facts["visits"]), facts["sustained"]["rate"]
    print(
        f"\nThe mean visit: {one.requests:.0f} requests, {one.down:.2f} MB; gateway {one.gateway:.1f} ms, "
        f"PostgreSQL {one.database:.1f} ms, variants {one.variants:.1f} ms of a core.\nSustained: "
        f"{held:.1f} visits/s, which is {held / PEAK_FACTOR * SECONDS_A_MONTH / 1e6:,.1f} million a month.\n"
        f"With a peak hour of {PEAK_FACTOR} × the mean and cores {TARGET_UTILISATION:.0%} busy:\n"
    )
    rows = []
    for month in MONTHS:
        rate = month / SECONDS_A_MONTH
        peak = rate * PEAK_FACTOR
        rows.append(
            [
                f"{month / 1e6:.0f} million",
                f"{peak:,.1f}",
                f"{peak * one.requests:,.0f}",
                f"{peak * one.down * 8:,.0f}",
                _cores(peak * one.gateway),
                _cores(peak * one.database),
                _cores(peak * one.gateway_without_files),
                _cores(peak * one.database_without_files),
                _cores(rate * 2 * one.variants),
                f"{month * one.down / 1e6:,.1f}",
                f"{month * one.stored / 1e6:,.2f}",
            ]
        )
    heads = (
        "Visits a month|peak visits/s|requests/s|Mbit/s|gateway cores|PostgreSQL cores|"
        "gateway, files on a CDN|PostgreSQL, files on a CDN|variants cores|TB out|TB stored"
    )
    table(heads.split("|"), rows)


def _cores(milliseconds_a_second: float) -> str:
    return f"{milliseconds_a_second / 1000 / TARGET_UTILISATION:,.2f}"


def _value(visit: Mapping[str, Any], name: str) -> float:
    return float(visit[name] if name in visit else visit["cpu_seconds"].get(name, 0.0))
