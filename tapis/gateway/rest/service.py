"""The data API as a whole: what the composition root puts in its place."""

from tapis.gateway.context import Context
from tapis.gateway.rest.cached_reads import CachedReads
from tapis.gateway.rest.internal_client import reader
from tapis.gateway.rest.public_tables import PublicTables
from tapis.gateway.rest.routes import FUNCTION, TABLE, Endpoint, routes
from tapis.gateway.rest.schema import Schema


class DataApi:
    """Its addresses, what it has ready, the way in from inside, and the task that keeps it current."""

    def __init__(self, context: Context) -> None:
        schema, commons = Schema(context.database), PublicTables(context.database, context.changes)
        reads = CachedReads(context, commons)
        table = Endpoint(context, schema, commons, reads, TABLE, of_function=False)
        function = Endpoint(context, schema, commons, reads, FUNCTION, of_function=True)
        self.routes = routes(table, function)
        self.answer = table.answer
        self.at_once = reads.at_once
        self.read = reader(context, table)
        self.keep_current = commons.keep_current
