// Pays for one call with the npm packages: node pay.mjs <url> <body>. Prints status, verdict and receipt as JSON.
import { wrapFetchWithPayment, x402Client } from "@x402/fetch";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const [url, body] = process.argv.slice(2);
const client = new x402Client().register("eip155:*", new ExactEvmScheme(privateKeyToAccount(generatePrivateKey())));
const reply = await wrapFetchWithPayment(fetch, client)(url, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body,
});
const answer = await reply.json();
console.log(JSON.stringify({ status: reply.status, verdict: answer.verdict, receipt: reply.headers.get("PAYMENT-RESPONSE") }));
