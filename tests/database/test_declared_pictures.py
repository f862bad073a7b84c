"""Which columns hold pictures is declared once; the tables, the folders and the examples agree with it."""

import pytest

from tests.database.conftest import PersonaDatabase
from tests.declared_pictures import PICTURE_COLUMNS, PictureColumn
from tests.example_rows import put, row, row_with_files

FAULTS = "select private.picture_column_faults()"
SWEPT = "select private.orphaned_pictures('-1 hour')"
MISSING = "the column public.gallery.image, which is declared to hold pictures, is missing"
REFUSALS = {
    "alter table public.gallery drop column image": MISSING,
    "alter table public.gallery alter image type text": MISSING,
    "alter table public.about_us add portrait jsonb constraint p check (private.is_image(portrait))": "the"
    " column public.about_us.portrait holds pictures and is not declared in private.picture_columns()",
    "alter table public.about_us add more jsonb check (more is null or private.are_images(more))": "the"
    " column public.about_us.more holds pictures and is not declared in private.picture_columns()",
}


def test_Z8_every_picture_column_of_the_shop_is_declared(db: PersonaDatabase) -> None:
    assert db.sql(FAULTS) == []


@pytest.mark.parametrize("change", REFUSALS)
def test_Z9_nothing_is_taken_for_unneeded_while_a_column_differs_from_the_declaration(
    db: PersonaDatabase, change: str
) -> None:
    db.sql("alter table public.gallery drop constraint gallery_image_is_an_image")
    db.sql(change)
    assert db.sql(FAULTS) == [(REFUSALS[change],)]
    for query in (SWEPT, "select private.referenced_removed_versions('{}')"):
        with (
            db.connection.transaction(force_rollback=True),
            pytest.raises(Exception, match="column public"),
        ):
            db.sql(query)


@pytest.mark.parametrize("check", ["image is not null and private.is_image(image)", "image is not null"])
def test_Z9_a_constraint_in_other_words_makes_no_picture_unneeded(db: PersonaDatabase, check: str) -> None:
    shown = row_with_files(db.sql, "gallery", db.user_id("admin"))
    put(db.sql, "gallery", shown)
    db.sql("alter table public.gallery drop constraint gallery_image_is_an_image")
    db.sql(f"alter table public.gallery add constraint gallery_image_is_an_image check ({check})")
    unneeded = db.sql(f"select name from storage.objects where id in ({SWEPT})")
    assert (f"gallery/{shown['image']['filename']}",) not in unneeded


def test_Z8_the_tests_read_what_the_database_declares(db: PersonaDatabase) -> None:
    assert tuple(db.sql("select * from private.picture_columns()")) == PICTURE_COLUMNS


@pytest.mark.parametrize("one", PICTURE_COLUMNS, ids=lambda one: f"{one.table}-{one.column}")
def test_Z8_the_example_of_a_table_has_its_pictures(one: PictureColumn) -> None:
    assert type(row(one.table, "")[one.column]) is (list if one.is_list else dict)


def test_Z8_what_not_everyone_may_see_shares_no_folder_with_what_everyone_may() -> None:
    public, personal = (
        {one.folder.partition("/")[0] for one in PICTURE_COLUMNS if one.is_public is is_public}
        for is_public in (True, False)
    )
    assert public.isdisjoint(personal)
