import { TextFailure } from '@mqdeck/kit/text'

/** Why a schema, or a value for it, is rejected. The message is a sentence without a full stop. */
export class SchemaError extends TextFailure {
  override readonly name = 'SchemaError'
}

export const reject = (message: string): never => {
  throw new SchemaError(message)
}
