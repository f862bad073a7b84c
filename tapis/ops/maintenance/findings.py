"""The kinds of problems that may be found in a shop, with their meaning and remedy."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of finding. `is_wrong`: it is more than a notice."""

    code: str
    meaning: str
    remedy: str
    is_wrong: bool = True

    def sentence(self, what: str) -> str:
        """The meaning and remedy, for the shop's owner."""
        meaning = self.meaning.format(what=what)
        return f"{meaning[0].upper()}{meaning[1:]}; {self.remedy}."


# {what} is the subject: a table, an order, a picture. Meaning and remedy form one sentence with a semicolon.
# The most severe first: this is the order of a report.
KINDS = (
    Kind("accounts-open", "VISITORS CAN REACH PEOPLE'S ACCOUNTS: {what}",
         "close it at once with --repair, end every session with `tapis keys rotate --now`, and ask "
         "people for new passwords if the shop was open"),
    Kind("rules-old", "the database is older than this program, a migration was not applied: {what}",
         "`tapis migrate`, or --repair, applies it"),
    Kind("rules-new", "a newer program has used this database, a migration is not known here: {what}",
         "install that version of Tapis again"),
    Kind("rules-open", "access is less restricted than the shop requires: {what}",
         "--repair restricts it"),
    Kind("rule-added", "a rule was added that exposes the shop's tables: {what}",
         "--repair removes it, and prints the statement that made it"),
    Kind("data-dropped", "a table or a column of the shop was dropped, with what was in it: {what}",
         "restore a backup into a new folder; no repair can bring it back"),
    Kind("column-changed", "a column holds another type than the shop gives it: {what}",
         "change it back with `alter table … alter column … type …`, if what is in it fits"),
    Kind("rule-missing", "a rule that protects the shop is gone or was changed: {what}",
         "--repair applies it again, if no row violates it"),
    Kind("rule-own", "a rule of your own is beside the shop's, and stays: {what}",
         "if you added it, nothing needs to be done, since it opens nothing to visitors",
         is_wrong=False),
    Kind("table-broken", "a table's pages are damaged on the disk: {what}",
         "restore a backup into a new folder, and check this machine's disk and memory"),
    Kind("index-broken", "an index disagrees with its table: {what}",
         "--repair rebuilds it from the table, which loses nothing"),
    Kind("order-lost", "an order that was acknowledged is not in the books any more: {what}",
         "restore it from a backup; the shop itself never loses one"),
    Kind("order-changed", "an order is not what was acknowledged, and the shop did not change it: {what}",
         "compare it with a backup; editing and saving it in the admin area accepts it as it is now"),
    Kind("order-unsealed", "an order was added bypassing the shop's rules: {what}",
         "look at it; --repair seals it as it is"),
    Kind("pictures-undeclared", "what names a picture is not known, so nothing is swept up: {what}",
         "bring the column back, or declare it in db/functions/declared_pictures.sql"),
    Kind("picture-removed", "a record names a picture that was removed: {what}",
         "--repair puts it back; if somebody is just editing the record, look again after that"),
    Kind("picture-missing", "a record names a picture that is not there: {what}",
         "give the record another picture in the admin area, or delete the record"),
    Kind("picture-swapped", "a picture is not the one that was uploaded under this name: {what}",
         "compare it with a backup; the shop itself never puts another picture under a name"),
    Kind("picture-unnoted", "a picture was added bypassing the shop's rules, and has no checksum: {what}",
         "look at it; --repair notes it as it is"),
    Kind("folder-open", "visitors can read the pictures of a folder that is personal: {what}",
         "--repair applies the shop's rules again"),
    Kind("bytes-missing", "the file of a picture is gone from the disk: {what}",
         "bring it back from a backup, or upload the picture again"),
    Kind("bytes-changed", "the file of a picture is not what was uploaded, its checksum differs: {what}",
         "bring it back from a backup, or upload the picture again, and check the disk"),
    Kind("bytes-unclaimed", "a file of no picture is there for more than a day: {what}",
         "an open shop sets it aside within 15 minutes, --repair now, for `tapis removed list`"),
    Kind("picture-unclaimed", "a picture that no record names is there for more than a day: {what}",
         "an open shop removes it within 15 minutes, --repair now; it can be brought back then"),
    Kind("picture-kept", "what was removed is kept for longer than it should be: {what}",
         "an open shop sweeps it up within 15 minutes; --repair does now"),
    Kind("sweep-waits", "what nobody removed is not swept up before somebody has looked: {what}",
         "`tapis removed sweep` shows what it is, and with --confirm does it, if that is right"),
    Kind("notifications-delayed", "messages wait for more than an hour: {what}",
         "open the shop; while it is open, its log and `tapis mail` say what the mail server refuses"),
    Kind("notifications-failed", "messages of the last week could not be delivered: {what}",
         "see the log; for mails, `tapis mail` shows the mail server's answer"),
    Kind("shop-silent", "this shop was restored from a backup, and sends no notifications: {what}",
         "if it takes the place of the other one, `tapis messages start` has it send them",
         is_wrong=False),
    Kind("amounts-shared", "payments that wait can't be told apart by their exact amount: {what}",
         "compare their names and times; what is decided frees its amount after three days",
         is_wrong=False),
    Kind("backup-overdue", "no good backup was made in the last day and a half: {what}",
         "open the shop, which makes one each night, or make one with `tapis backup`"),
    Kind("backup-gone", "the last good backup is not where it was put, or its place can't be reached: {what}",
         "bring that place back, or make one with `tapis backup`"),
    Kind("backup-failed", "the last attempt to make a backup failed: {what}",
         "remove the cause; an open shop tries again after an hour, `tapis backup` at once"),
    Kind("backup-unset", "TAPIS_BACKUPS is not set, although backups were made each night: {what}",
         "if no other gateway makes them, set it; a restored shop needs its tapis.env again",
         is_wrong=False),
    Kind("backup-damaged", "the last good backup lacks pictures that the shop has lost: {what}",
         "bring them back as said of each (bytes-missing, bytes-changed); an older backup that has more of "
         "them is kept"),
    Kind("backup-beside", "backups are kept on the same disk as the shop, and would be lost with it: {what}",
         "if TAPIS_BACKUPS_TO means another disk, mount it", is_wrong=False),
)  # fmt: skip
BY_CODE = {kind.code: kind for kind in KINDS}


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem: its kind and its subject. `keys` are for its repair."""

    code: str
    what: str
    keys: Sequence[str] = ()

    @property
    def kind(self) -> Kind:
        return BY_CODE[self.code]

    @property
    def sentence(self) -> str:
        return self.kind.sentence(self.what)
