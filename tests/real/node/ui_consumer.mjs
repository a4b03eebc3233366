// Reads UI message streams with the AI SDK, as a chat page does: `ui_consumer.mjs URL…`.
// Prints one JSON object a URL: the last message it saw, its snapshots, and errors.

import { DefaultChatTransport, readUIMessageStream } from "ai";

async function read(api) {
  const errors = [];
  const transport = new DefaultChatTransport({ api });
  const stream = await transport.sendMessages({
    trigger: "submit-message",
    chatId: "chat-1",
    messageId: undefined,
    messages: [{ id: "1", role: "user", parts: [{ type: "text", text: "What is 2 plus 2?" }] }],
    abortSignal: undefined,
  });
  const snapshots = [];
  const messages = readUIMessageStream({
    stream,
    onError: (error) => errors.push(String(error?.message ?? error)),
    terminateOnError: false,
  });
  for await (const message of messages) {
    snapshots.push(structuredClone(message));
  }
  return { message: snapshots.at(-1) ?? null, snapshots: snapshots.length, errors };
}

for (const url of process.argv.slice(2)) {
  const seen = await read(url).catch((error) => ({ failed: String(error) }));
  console.log(JSON.stringify({ url, ...seen }));
}
