"""Equivalent mutants, each with the reason."""

EQUIVALENT: dict[str, str] = {
    "alter table public.transactions drop constraint transactions_user_id_not_null cascade": (
        "an order of nobody has no payment, which each order notes and which refuses it by the same column"
    ),
}
