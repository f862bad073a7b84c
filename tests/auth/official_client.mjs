// Anna's and Tom's day with the unmodified auth-js, from Node: prints one JSON line per step.
import { createHmac } from "node:crypto";
import { createRequire } from "node:module";

const { url, anonKey, serviceKey, email, password, authJs } = JSON.parse(process.env.TEST_FACTS);
const { GoTrueClient, GoTrueAdminApi } = createRequire(import.meta.url)(authJs);

const headers = (key) => ({ apikey: key, Authorization: `Bearer ${key}` });
const storage = () => {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
};
const client = () =>
  new GoTrueClient({
    url: `${url}/auth/v1`,
    headers: headers(anonKey),
    storage: storage(),
    autoRefreshToken: false,
    experimental: { recoveryCodes: true },
  });
// RFC 6238, apart from the server's own code.
const codeOf = (secret, steps = 0) => {
  const bits = [...secret].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"));
  const key = Buffer.from(bits.join("").match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const digest = createHmac("sha1", key).update(counter).digest();
  const number = digest.readUInt32BE(digest[19] & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
};
const say = (step, facts) => console.log(JSON.stringify({ step, ...facts }));
const problem = (error) =>
  error && { name: error.name, message: error.message, status: error.status, code: error.code, reasons: error.reasons };

const visitor = client();
for (const [step, credentials] of Object.entries({
  anonymous: { email: "", password: "" },
  noPassword: { email, password: "" },
  weak: { email, password: "123" },
  format: { email: "nonsense", password },
})) {
  const { data, error } = await visitor.signUp(credentials);
  say(step, { session: data.session, error: problem(error) });
}
const signedUp = await visitor.signUp({ email, password, options: { data: { role: "admin" } } });
say("signUp", { role: signedUp.data.user?.user_metadata.role, session: Boolean(signedUp.data.session) });
const taken = await client().signUp({ email, password: "" });
say("taken", { error: problem(taken.error) });

const tom = client();
const events = [];
tom.onAuthStateChange((event) => void events.push(event));
say("wrong", { error: problem((await tom.signInWithPassword({ email, password: "wrong" })).error) });
say("missing", { error: problem((await tom.signInWithPassword({ email: "", password })).error) });
const signedIn = await tom.signInWithPassword({ email, password });
say("signIn", { error: problem(signedIn.error), email: signedIn.data.user?.email });
const claims = await tom.getClaims();
say("claims", { error: problem(claims.error), alg: claims.data?.header.alg, role: claims.data?.claims.role });
const updated = await tom.updateUser({ data: { nick: "Tommy", role: "admin" } });
say("update", { metadata: updated.data.user?.user_metadata, error: problem(updated.error) });
const refreshed = await tom.refreshSession();
say("refresh", {
  error: problem(refreshed.error),
  rotated: refreshed.data.session?.refresh_token !== signedIn.data.session.refresh_token,
});
say("getUser", { nick: (await tom.getUser()).data.user?.user_metadata.nick });
const factor = (await tom.mfa.enroll({ factorType: "totp", friendlyName: "phone", issuer: "Tapis" })).data;
const before = (await tom.mfa.getAuthenticatorAssuranceLevel()).data;
const risen = await tom.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.totp.secret, -1) });
say("enroll", {
  picture: factor.totp.qr_code.slice(0, 40),
  levels: [before.currentLevel, before.nextLevel],
  error: problem(risen.error),
  factors: (await tom.mfa.listFactors()).data.totp.length,
});
const codes = (await tom.mfa.recoveryCodes.generate()).data.codes;
const again = client();
await again.signInWithPassword({ email, password });
const { currentLevel, nextLevel } = (await again.mfa.getAuthenticatorAssuranceLevel()).data;
const wrongCode = await again.mfa.challengeAndVerify({ factorId: factor.id, code: "000000" });
const recovered = await again.mfa.recoveryCodes.verify({ code: codes[0].toUpperCase() });
const { remaining } = (await again.mfa.recoveryCodes.getStatus()).data;
const levelAfter = (await again.mfa.getAuthenticatorAssuranceLevel()).data.currentLevel;
say("secondFactor", { currentLevel, nextLevel, error: problem(recovered.error), remaining, levelAfter });
say("wrongCode", { error: problem(wrongCode.error) });
say("unenroll", { error: problem((await again.mfa.unenroll({ factorId: factor.id })).error) });
const token = (await tom.getSession()).data.session.access_token;
say("signOut", { error: problem((await tom.signOut()).error), events });
say("afterSignOut", { error: problem((await client().getUser(token)).error) });

const owner = new GoTrueAdminApi({ url: `${url}/auth/v1`, headers: headers(serviceKey) });
const made = await owner.createUser({ email: `made-${email}`, password, email_confirm: true });
const id = made.data.user.id;
say("create", { email: made.data.user.email, found: (await owner.getUserById(id)).data.user.id === id });
const listed = await owner.listUsers({ page: 1, perPage: 2 });
say("list", { total: listed.data.total > 1, count: listed.data.users.length, error: problem(listed.error) });
await owner.updateUserById(id, { password: "another-one" });
say("changed", { error: problem((await client().signInWithPassword({ email: `made-${email}`, password })).error) });
say("remove", { error: problem((await owner.deleteUser(id)).error) });
const stranger = new GoTrueAdminApi({ url: `${url}/auth/v1`, headers: headers(anonKey) });
say("stranger", { error: problem((await stranger.listUsers()).error) });
