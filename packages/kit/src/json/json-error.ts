/** Why a text is no JSON, in words for a person. */
export class JsonError extends Error {
  override readonly name = 'JsonError'
}
