"""Which columns hold pictures is declared once; the tables, the folders and the examples agree with it."""

import pytest

from tests.access_matrix import PROMISES
from tests.database.conftest import House
from tests.example_rows import FOLDERS, put, row_with_files

DECLARED = "select place, column_name, folder, audience from private.picture_columns() where not is_list"
FAULTS = "select private.picture_column_faults()"
SWEPT = "select private.unclaimed_pictures('-1 hour')"
MISSING = "the column public.gallery.image, which is declared to hold pictures, is missing"
REFUSALS = {
    "alter table public.gallery drop column image": MISSING,
    "alter table public.gallery alter image type text": MISSING,
    "alter table public.about_us add portrait jsonb constraint p check (private.is_image(portrait))": "the"
    " column public.about_us.portrait holds pictures and is not declared in private.picture_columns()",
    "alter table public.about_us add more jsonb check (more is null or private.are_images(more))": "the"
    " column public.about_us.more holds pictures and is not declared in private.picture_columns()",
}


def test_Z8_every_picture_column_of_the_shop_is_declared(house: House) -> None:
    assert house.sql(FAULTS) == []


@pytest.mark.parametrize("change", REFUSALS)
def test_Z9_nothing_is_taken_for_unneeded_while_a_column_differs_from_the_declaration(
    house: House, change: str
) -> None:
    house.sql("alter table public.gallery drop constraint gallery_image_is_an_image")
    house.sql(change)
    assert house.sql(FAULTS) == [(REFUSALS[change],)]
    for query in (SWEPT, "select private.still_named('{}')"):
        with (
            house.connection.transaction(force_rollback=True),
            pytest.raises(Exception, match="column public"),
        ):
            house.sql(query)


@pytest.mark.parametrize("check", ["image is not null and private.is_image(image)", "image is not null"])
def test_Z9_a_constraint_in_other_words_makes_no_picture_unneeded(house: House, check: str) -> None:
    shown = row_with_files(house.sql, "gallery", house.user_id("admin"))
    put(house.sql, "gallery", shown)
    house.sql("alter table public.gallery drop constraint gallery_image_is_an_image")
    house.sql(f"alter table public.gallery add constraint gallery_image_is_an_image check ({check})")
    unneeded = house.sql(f"select name from storage.objects where id in ({SWEPT})")
    assert (f"gallery/{shown['image']['filename']}",) not in unneeded


def test_Z8_the_examples_and_the_matrix_of_rights_have_every_declared_folder(house: House) -> None:
    declared = house.sql(DECLARED)
    examples = {(table, column): folder for table in FOLDERS for column, folder in FOLDERS[table].items()}
    assert {(table, column): folder for table, column, folder, _ in declared} == examples
    assert {folder for _, _, folder, _ in declared} == {*PROMISES["folders"]} - {"anything-else"}


def test_Z8_what_not_everyone_may_see_shares_no_folder_with_what_everyone_may(house: House) -> None:
    public, personal = (
        {
            folder.partition("/")[0]
            for _, _, folder, who in house.sql(DECLARED)
            if (who == "everyone") is is_public
        }
        for is_public in (True, False)
    )
    assert public.isdisjoint(personal)
