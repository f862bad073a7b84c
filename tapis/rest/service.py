"""The data API as a whole: what the composition root puts in its place."""

from tapis.context import Context
from tapis.rest.commons import Commons
from tapis.rest.inside import reader
from tapis.rest.routes import FUNCTION, TABLE, Endpoint, routes
from tapis.rest.schema import Schema
from tapis.rest.shared import SharedReads


class DataApi:
    """Its addresses, what it has ready, the way in from inside, and the task that keeps it current."""

    def __init__(self, context: Context) -> None:
        schema, commons = Schema(context.database), Commons(context.database, context.changes)
        reads = SharedReads(context, commons)
        table = Endpoint(context, schema, commons, reads, TABLE, of_function=False)
        function = Endpoint(context, schema, commons, reads, FUNCTION, of_function=True)
        self.routes = routes(table, function)
        self.answer = table.answer
        self.at_once = reads.at_once
        self.read = reader(context, table)
        self.keep_current = commons.keep_current
