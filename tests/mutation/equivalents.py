"""Equivalent mutants, each with the reason."""

EQUIVALENT: dict[str, str] = {
    "alter table public.transactions drop constraint transactions_user_id_not_null cascade": (
        "an order of nobody has no payment, which each order notes and which refuses it by the same column"
    ),
    "alter table storage.objects drop constraint objects_name_not_null cascade": (
        "each name is noted in private.object_names, which refuses one that is missing"
    ),
    **dict.fromkeys(
        (
            "drop index payments_of_an_order",
            "drop index payments_of_a_registration",
            "drop index event_registrations_of_a_registration",
        ),
        "what is linked has the uuid of the row, so that the key of the table says as much",
    ),
}
