// Orders from standard input as the CSV that administrators download.
import { readFileSync } from "node:fs";
import { formatCsv } from "@/admin/kit/formatCsv";
import { buildOrderCsv } from "@/admin/resources/buildOrderCsv";
import { messages } from "@/messages/admin.en";

const orders = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(formatCsv(buildOrderCsv(orders, { deliveries: new Map(), buyers: new Map() }, messages as never)));
