// Runs an AG-UI agent over HTTP with the protocol's own client: `ag_ui_consumer.mjs URL…`.
// Prints one JSON object a URL: the messages of the thread afterwards, the types of the events,
// and what the client complained about.

import { HttpAgent } from "@ag-ui/client";

const complaints = [];
console.warn = console.error = (...words) => complaints.push(words.map(String).join(" "));

async function run(url) {
  complaints.length = 0;
  const events = [];
  const question = { id: "question", role: "user", content: "What is 2 plus 2?" };
  const agent = new HttpAgent({ url, threadId: "thread-1", initialMessages: [question] });
  let ended = null;
  await agent.runAgent(
    { runId: "run-1" },
    {
      onEvent: ({ event }) => void events.push(event.type),
      onRunFinishedEvent: ({ event, outcome }) => void (ended = { outcome, usage: event.usage }),
      onRunErrorEvent: ({ event }) => void (ended = { error: event.code }),
    },
  );
  return { messages: agent.messages, events, ended, complaints: [...complaints] };
}

for (const url of process.argv.slice(2)) {
  const seen = await run(url).catch((error) => ({ failed: String(error) }));
  console.log(JSON.stringify({ url, ...seen }));
}
