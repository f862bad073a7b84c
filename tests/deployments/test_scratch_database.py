"""The database that `tapis doctor` compares the shop's rules with, on a server that is at work."""

import psycopg

from tapis.ops.maintenance.schema_drift import scratch_database
from tests.deployments.postgres import run_postgres
from tests.postgres.os_processes import eventually

# Autovacuum takes minutes for it.
LARGE_TABLE = """
create table woven (thread) with (autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)
as select generate_series(1, 100000)
"""
VACUUMED = """
select pid from pg_stat_activity where backend_type = 'autovacuum worker' and datname like 'tapis_doctor%'
"""
LEFT = "select datname from pg_database where datname like 'tapis_doctor%'"


def test_Z14_an_owner_who_is_no_superuser_drops_the_scratch_database_while_autovacuum_is_in_it() -> None:
    with run_postgres(18, tls=False) as server:
        server.sql("alter system set autovacuum_naptime = '1s'")
        server.sql("select pg_reload_conf()")
        with psycopg.connect(server.owner, autocommit=True) as owner, scratch_database(owner) as url:
            with psycopg.connect(url, autocommit=True) as scratch:
                scratch.execute(LARGE_TABLE)
                scratch.execute("delete from woven")
            assert eventually(lambda: server.sql(VACUUMED) != [])
        assert server.sql(LEFT) == []
