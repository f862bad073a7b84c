// storage-js, unmodified, lives through a day with pictures and tells each step as one line of JSON.
import { createRequire } from "node:module";

const facts = JSON.parse(process.env.TEST_FACTS);
const { StorageClient } = createRequire(import.meta.url)(facts.storageJs);
const picture = Buffer.from(facts.picture, "base64");
const as = (token) =>
  new StorageClient(`${facts.url}/storage/v1`, { apikey: facts.anonKey, Authorization: `Bearer ${token}` });
const anna = as(facts.anonKey).from("tapis");
const tom = as(facts.talent).from("tapis");
const owner = as(facts.serviceKey);
const { folder } = facts;

const tell = (step, { data, error }, more = {}) =>
  console.log(
    JSON.stringify({
      step,
      data: data instanceof Blob ? { size: data.size, type: data.type } : data,
      error: error && { name: error.name, message: error.message, status: error.status, statusCode: error.statusCode, code: error.code },
      ...more,
    }),
  );

const blob = new Blob([picture], { type: "image/jpeg" });
tell("blob", await tom.upload(`${folder}/blob.jpg`, blob, { metadata: { title: "Bukti" } }));
tell("buffer", await tom.upload(`${folder}/buffer.jpg`, picture, { contentType: "image/jpeg", cacheControl: "60" }));
const form = new FormData();
form.append("", blob);
tell("form", await tom.upload(`${folder}/form.jpg`, form));
tell("stream", await tom.upload(`${folder}/stream.jpg`, blob.stream(), { contentType: "image/jpeg", duplex: "half" }));
tell("again", await tom.upload(`${folder}/blob.jpg`, blob));
tell("upsert", await tom.upload(`${folder}/blob.jpg`, blob, { upsert: true }));
tell("update", await tom.update(`${folder}/blob.jpg`, blob));
tell("anna", await anna.upload(`${folder}/anna.jpg`, blob));
tell("text", await tom.upload(`${folder}/text.jpg`, "hello"));
tell("page", await tom.upload(`${folder}/page.jpg`, new Blob(["<!doctype html><p>hi"], { type: "image/jpeg" })));
tell("large", await tom.upload(`${folder}/large.jpg`, new Blob([new Uint8Array(20e6)], { type: "image/jpeg" })));
tell("name", await tom.upload(`${folder}/kain#1.jpg`, blob));
tell("bucket", await as(facts.talent).from("none").upload("a.jpg", blob));
tell("list", await tom.list(folder, { sortBy: { column: "name", order: "asc" } }));
tell("info", await tom.info(`${folder}/blob.jpg`));
tell("exists", await tom.exists(`${folder}/blob.jpg`));
tell("missing", await tom.exists(`${folder}/none.jpg`));
tell("download", await tom.download(`${folder}/blob.jpg`));
tell("transform", await tom.download(`${folder}/blob.jpg`, { transform: { width: 20, height: 20, resize: "cover", quality: 50, format: "origin" } }));
const shared = `products/kain-${Date.now()}.jpg`;
await owner.from("tapis").upload(shared, blob);
const address = anna.getPublicUrl(shared).data.publicUrl;
const shown = await fetch(address);
tell("address", { data: address }, { status: shown.status, type: shown.headers.get("content-type") });
const small = anna.getPublicUrl(shared, { transform: { width: 30 } }).data.publicUrl;
const personal = await fetch(anna.getPublicUrl(`${folder}/blob.jpg`).data.publicUrl);
tell("personal", { data: await personal.json() }, { status: personal.status });
const variant = await fetch(small, { headers: { accept: "image/webp" } });
tell("variant", { data: small }, { status: variant.status, type: variant.headers.get("content-type") });
const signed = await tom.createSignedUrl(`${folder}/blob.jpg`, 60);
const seen = await fetch(signed.data.signedUrl);
tell("sign", signed, { status: seen.status, type: seen.headers.get("content-type"), cache: seen.headers.get("cache-control") });
const signedSmall = await tom.createSignedUrl(`${folder}/blob.jpg`, 60, { transform: { width: 30 }, download: "bukti.jpg" });
const seenSmall = await fetch(signedSmall.data.signedUrl, { headers: { accept: "image/webp" } });
tell("signSmall", signedSmall, { status: seenSmall.status, type: seenSmall.headers.get("content-type"), named: seenSmall.headers.get("content-disposition") });
tell("signMany", await tom.createSignedUrls([`${folder}/blob.jpg`, `${folder}/none.jpg`], 60));
tell("signUpload", await tom.createSignedUploadUrl(`${folder}/later.jpg`));
tell("copy", await tom.copy(`${folder}/blob.jpg`, `${folder}/copy (1).jpg`));
tell("copied", await tom.download(`${folder}/copy (1).jpg`));
const spaced = await tom.createSignedUrl(`${folder}/copy (1).jpg`, 60);
tell("spaced", spaced, { status: (await fetch(spaced.data.signedUrl)).status });
tell("listV2", await tom.listV2({ prefix: folder, limit: 2 }));
tell("move", await tom.move(`${folder}/blob.jpg`, `${folder}/moved.jpg`));
tell("foreign", await anna.remove([`${folder}/blob.jpg`]));
tell("remove", await tom.remove([`${folder}/blob.jpg`, `${folder}/buffer.jpg`, `${folder}/none.jpg`]));
tell("gone", await anna.download(`${folder}/blob.jpg`));
tell("getBucket", await owner.getBucket("tapis"));
const drawer = `drawer-${Date.now()}`;
tell("createBucket", await owner.createBucket(drawer, { public: false }));
tell("updateBucket", await owner.updateBucket(drawer, { public: true }));
tell("listBuckets", await owner.listBuckets());
tell("emptyBucket", await owner.emptyBucket(drawer));
tell("deleteBucket", await owner.deleteBucket(drawer));
