/** Error of JSON text that is invalid, with a message for users. */
export class JsonError extends Error {
  override readonly name = 'JsonError'
}
