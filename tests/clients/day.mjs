// A visitor's day with the three unmodified clients from Node: browse, sign up, sign in, order with a photo as
// proof, see the order, delete it. Prints one JSON line per step.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { randomUUID } from "node:crypto";

const { url, anonKey, email, password, photo, modules } = JSON.parse(process.env.TEST_FACTS);
const require = createRequire(import.meta.url);
const { GoTrueClient } = require(`${modules}/auth-js`);
const { PostgrestClient } = require(`${modules}/postgrest-js`);
const { StorageClient } = require(`${modules}/storage-js`);

const headers = (token) => ({ apikey: anonKey, Authorization: `Bearer ${token}` });
const rows = (token) => new PostgrestClient(`${url}/rest/v1`, { headers: headers(token) });
const files = (token) => new StorageClient(`${url}/storage/v1`, headers(token)).from("tapis");
const say = (step, { data, error, ...rest }) =>
  console.log(JSON.stringify({ step, data, error: error && { ...error, message: error.message }, ...rest }));

const anna = rows(anonKey);
const products = await anna.from("products").select("*").order("created_at", { ascending: false }).limit(9);
say("browse", products);
say("pay", await anna.from("payment_methods").select("*").eq("pathname", "/shopping-cart").limit(1).maybeSingle());
say("early", await anna.from("transactions").insert({ uuid: randomUUID() }));
const picture = new Blob([readFileSync(photo)], { type: "image/jpeg" });
say("earlyFile", await files(anonKey).upload("transactions/invoices/early.jpg", picture));

const auth = new GoTrueClient({ url: `${url}/auth/v1`, headers: headers(anonKey), persistSession: false });
const signedUp = await auth.signUp({ email, password, options: { data: { role: "talent" } } });
say("signUp", { data: signedUp.data.user?.user_metadata, error: signedUp.error });
const signedIn = await auth.signInWithPassword({ email, password });
say("signIn", { data: signedIn.data.user?.email, error: signedIn.error });
const { access_token: token, user } = signedIn.data.session;
const tom = rows(token);
const drawer = files(token);

const uuid = randomUUID();
const filename = `proof-${randomUUID()}.jpg`;
const proof = `transactions/invoices/${filename}`;
const options = { contentType: "image/jpeg", upsert: false };
const uploaded = await drawer.upload(proof, picture, options);
say("upload", { data: uploaded.data && { path: uploaded.data.path, fullPath: uploaded.data.fullPath }, error: uploaded.error });
say("uploadTwice", await drawer.upload(proof, picture, options));
const publicUrl = drawer.getPublicUrl(proof).data.publicUrl;
const seen = await fetch(publicUrl);
say("publicUrl", { data: { url: publicUrl, type: seen.headers.get("content-type") }, status: seen.status });

const product = products.data[0];
const line = {
  uuid: product.uuid, heading: product.heading, price: product.price, category: product.category, image: product.image,
  checked: true, quantity_to_buy: 2, inserted_at: new Date().toISOString(),
};
const order = {
  uuid, user_id: user.id, transactions: [line], invoice_image: { filename, title: "proof", url: publicUrl },
  status: "Processed", created_at: new Date(), updated_at: new Date(),
};
say("cheaper", await tom.from("transactions").insert({ ...order, transactions: [{ ...line, price: 1 }] }));
say("order", await tom.from("transactions").insert(order));
say("orderTwice", await tom.from("transactions").insert(order));
const mine = () =>
  tom.from("transactions").select("*", { count: "exact" }).eq("user_id", user.id).order("created_at", { ascending: false });
say("mine", await mine());
say("others", await anna.from("transactions").select("*", { count: "exact" }));
say("accept", await tom.from("transactions").update({ status: "Accepted" }).eq("uuid", uuid).select());
const removed = await drawer.remove([proof]);
say("removeFile", { data: removed.data?.map((file) => file.name), error: removed.error });
say("remove", await tom.from("transactions").delete().eq("uuid", uuid));
say("none", await mine());
say("signOut", await auth.signOut());
say("after", await tom.from("products").select("uuid"));
