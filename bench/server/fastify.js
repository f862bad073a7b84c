// What a careful team would write with fastify and pg: the same bytes from memory, the same list under the same
// policies, the same order under the same triggers, and a bare one.
//
// Usage: node fastify.js PORT DATABASE FILE
import { readFileSync } from "node:fs";
import fastify from "fastify";
import pg from "pg";

const [port, database, file] = process.argv.slice(2);
const { list, order, bare, bytes, headers } = JSON.parse(readFileSync(file, "utf8"));
const pool = new pg.Pool({ connectionString: database, max: 10 });
const app = fastify();
const body = Buffer.from(bytes);

async function as(role, claims, statement) {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query({ name: "take", text: "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", values: [role, claims] });
    const result = await client.query(statement);
    await client.query("commit");
    return result.rows[0];
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

app.get("/memory", (_request, reply) => reply.headers(headers).send(body));

app.get("/list", async (_request, reply) => {
  const row = await as("anon", '{"role":"anon"}', { name: "list", text: list });
  reply.header("content-type", "application/json; charset=utf-8").send(row.body);
});

for (const [name, text] of Object.entries({ order, bare }))
  app.post(`/${name}`, async (request, reply) => {
    const claims = JSON.stringify({ sub: request.headers["x-user"], role: "authenticated" });
    await as("authenticated", claims, { name, text, values: [JSON.stringify([request.body])] });
    reply.code(201).send();
  });

await app.listen({ port: Number(port), host: "127.0.0.1" });
