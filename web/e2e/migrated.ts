// Before all tests: the folder in which the first shop leaves a migrated database, which the other workers' shops copy.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export default function shareMigrated(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "tapis-migrated-"));
  process.env.TEST_MIGRATED = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
