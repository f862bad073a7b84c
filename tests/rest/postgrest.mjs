// Every kind of call that the unmodified postgrest-js can make of us; prints one JSON line per answer.
import { createRequire } from "node:module";

const { url, anonKey, serviceKey, token, postgrestJs } = JSON.parse(process.env.TEST_FACTS);
const { PostgrestClient } = createRequire(import.meta.url)(postgrestJs);

const as = (key) => new PostgrestClient(`${url}/rest/v1`, { headers: { apikey: anonKey, Authorization: `Bearer ${key}` } });
const anna = as(anonKey);
const tom = as(token);
const owner = as(serviceKey);
const things = () => anna.from("things").select("id").order("id");

const CALLS = {
  all: () => anna.from("things").select().order("id", { ascending: false }),
  some: () => anna.from("things").select("id, label: name, facts->from->>town").order("id"),
  counted: () => anna.from("things").select("id", { count: "exact" }).order("id").range(0, 1),
  headed: () => anna.from("things").select("*", { count: "exact", head: true }),
  limited: () => anna.from("things").select("id").order("amount", { ascending: true, nullsFirst: true }).limit(1),
  single: () => anna.from("things").select("id, name").eq("id", 2).single(),
  noSingle: () => anna.from("things").select("id").eq("id", 77).single(),
  maybe: () => anna.from("things").select("id, name").eq("id", 2).maybeSingle(),
  noMaybe: () => anna.from("things").select("id").eq("id", 77).maybeSingle(),
  manyMaybe: () => anna.from("things").select("id").maybeSingle(),
  eq: () => things().eq("name", "ikat"),
  neq: () => things().neq("name", "ikat"),
  between: () => things().gt("id", 1).lte("id", 2),
  like: () => things().like("name", "%ti%"),
  ilike: () => things().ilike("name", "IK%"),
  likeAny: () => things().likeAnyOf("name", ["ik%", "so%"]),
  is: () => things().is("amount", null),
  isDistinct: () => things().isDistinct("size", 3),
  in: () => things().in("name", ["ikat", "a,b", "c(d)", "songket", "ikat"]),
  inNothing: () => things().in("id", []),
  notIn: () => things().not("id", "in", "(1,2)"),
  not: () => things().not("name", "eq", "ikat"),
  or: () => things().or("id.eq.1,and(id.gt.2,name.like.so*)"),
  match: () => things().match({ id: 1, name: "ikat" }),
  filter: () => things().filter("facts->from->>town", "eq", "Liwa"),
  contains: () => things().contains("tags", ["gold"]),
  containsJson: () => things().contains("facts", { from: { town: "Metro" } }),
  containedBy: () => things().containedBy("tags", ["gold", "silver"]),
  overlaps: () => things().overlaps("tags", ["red", "blue"]),
  throwing: () => anna.from("things").select("id").eq("id", "abc").throwOnError(),
  page: () => anna.from("things").select("id", { count: "exact" }).range(100, 110),

  insert: () => tom.from("things").insert({ id: 10, name: "kain" }),
  insertShown: () => tom.from("things").insert({ id: 11, name: "kain" }).select("id, name, label").single(),
  insertMany: () => tom.from("things").insert([{ id: 12, name: "a" }, { id: 13, size: 4 }]).select("id, name, size"),
  insertDefaults: () =>
    tom.from("things").insert([{ id: 14, label: "own" }, { id: 15 }], { defaultToNull: false }).select("id, label"),
  insertCounted: () => tom.from("things").insert([{ id: 16 }, { id: 17 }], { count: "exact" }),
  upsert: () => tom.from("things").upsert({ id: 10, name: "tulis" }).select("id, name"),
  upsertOn: () => tom.from("things").upsert([{ code: "k1", name: "baru" }], { onConflict: "code" }).select("id, name"),
  upsertIgnoring: () => tom.from("things").upsert([{ id: 10, name: "x" }], { ignoreDuplicates: true }).select("id"),
  update: () => tom.from("things").update({ label: "seen" }).in("id", [10, 11]),
  updateShown: () => tom.from("things").update({ label: "shown" }, { count: "exact" }).gte("id", 16).select("id, label"),
  updateNone: () => tom.from("things").update({ label: "x" }).eq("id", 77).select(),
  updateAll: () => tom.from("things").update({ label: "x" }),
  remove: () => tom.from("things").delete().eq("id", 10),
  removeShown: () => tom.from("things").delete({ count: "exact" }).gte("id", 11).select("id").order("id"),
  removeAll: () => tom.from("things").delete(),
  removeAtMost: () => tom.from("things").delete().gt("id", 0).maxAffected(1),

  rpc: () => anna.rpc("add", { a: 1, b: 2 }),
  rpcGet: () => anna.rpc("join_words", { words: ["kain", "tapis"] }, { get: true }),
  rpcRows: () => anna.rpc("things_over", { above: 1 }, { count: "exact" }).select("id").order("id", { ascending: false }),
  rpcSingle: () => anna.rpc("first_thing").select("id").single(),
  rpcVoid: () => anna.rpc("do_nothing"),
  rpcUnknown: () => anna.rpc("nothing", { a: 1 }),
  rpcHead: () => anna.rpc("things_over", {}, { head: true, count: "exact" }),

  unknownTable: () => anna.from("nowhere").select(),
  unknownColumn: () => anna.from("things").select("nope"),
  unknownKey: () => tom.from("things").insert({ nope: 1 }),
  unknownSchema: () => anna.schema("auth").from("users").select(),
  unrelated: () => anna.from("things").select("id, letters(said)"),
  embedded: () =>
    anna
      .from("towns")
      .select("name, weavers!inner(name, made:cloths!weaver_id(name), techniques(name))")
      .eq("weavers.name", "Ana")
      .or("id.eq.2,name.eq.tapis", { referencedTable: "weavers.techniques" })
      .order("name", { referencedTable: "weavers.made", ascending: false })
      .limit(1, { referencedTable: "weavers.made" }),
  denied: () => anna.from("things").insert({ name: "x" }),
  forbidden: () => tom.from("things").insert({ name: "forbidden" }),
  duplicate: () => owner.from("things").insert({ id: 1 }),
  csv: () => anna.from("things").select("id,name").eq("id", 2).csv(),
  stripped: () => anna.from("towns").select("*, gone:weavers(name)").eq("id", 1).stripNulls().single(),
  textSearch: () => anna.from("towns").select("id").textSearch("name", "metro", { config: "english", type: "websearch" }),
};

for (const [step, call] of Object.entries(CALLS)) {
  const { data, error, count, status } = await call().then((answer) => answer, (error) => ({ error, data: "thrown" }));
  console.log(JSON.stringify({ step, data, error: error && { ...error, message: error.message }, count, status }));
}
