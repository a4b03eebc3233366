// Reads OpenAI chunks with the AI SDK's compatible provider: `openai_compatible_consumer.mjs BASE…`.
// Prints one JSON object a base address: the parts that the model seemed to stream.

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { streamText, tool, jsonSchema } from "ai";

const numbers = jsonSchema({ type: "object", properties: {}, additionalProperties: true });
const tools = Object.fromEntries(
  ["add", "subtract"].map((name) => [name, tool({ description: name, inputSchema: numbers })]),
);

async function read(baseURL) {
  const errors = [];
  const provider = createOpenAICompatible({ name: "ours", baseURL, includeUsage: true });
  const result = streamText({
    model: provider("tiny"),
    prompt: "What is 2 plus 2?",
    tools,
    maxRetries: 0,
    onError: ({ error }) => void errors.push(String(error?.message ?? error)),
  });
  const deltas = { reasoning: [], text: [] };
  for await (const part of result.fullStream) {
    if (part.type === "reasoning-delta") deltas.reasoning.push(part.text);
    if (part.type === "text-delta") deltas.text.push(part.text);
  }
  const [calls, finishReason, usage] = [
    await result.toolCalls,
    await result.finishReason,
    await result.usage,
  ];
  return {
    reasoning: deltas.reasoning.join(""),
    text: deltas.text.join(""),
    deltas: deltas.reasoning.length + deltas.text.length,
    calls: calls.map(({ toolCallId, toolName, input }) => [toolCallId, toolName, input]),
    finishReason,
    usage,
    errors,
  };
}

for (const url of process.argv.slice(2)) {
  const seen = await read(url).catch((error) => ({ failed: String(error) }));
  console.log(JSON.stringify({ url, ...seen }));
}
