"""The events of `formats.md`: a thought is `thought`, and all that is known of it `metadata`."""

from thoughtstream.core.fold import Thought
from thoughtstream.encoders.documents.thought_stream import ThoughtStream
from thoughtstream.encoders.encoder import JsonObject


class FormatsEvents(ThoughtStream):
    """Encodes the `thought-stream` events that `formats.md` prints.

    `thoughtType` is always "reasoning" there; the type that the model declared is in `metadata`.
    Keys without a value are left out.
    """

    def _thought(self, thought: Thought) -> JsonObject:
        metadata: JsonObject = {"verbosity": thought.verbosity}
        if thought.declared_type is not None:
            metadata["thoughtType"] = thought.declared_type
        if thought.confidence is not None:
            metadata["confidence"] = thought.confidence
        return {
            "kind": "thought-stream",
            **self._context,
            "thoughtType": "reasoning",
            "thought": thought.text,
            "metadata": metadata,
        }
