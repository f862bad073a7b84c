// Orders from standard input as the CSV that administrators download.
import { readFileSync } from "node:fs";
import { csv } from "@/admin/kit/csv";
import { orderCsv } from "@/admin/resources/orderCsv";
import { messages } from "@/messages/admin.en";

const orders = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(csv(orderCsv(orders, { deliveries: new Map(), buyers: new Map() }, messages as never)));
