import { type Kind, same, scalar } from '../struct/kind.ts'
import { parseVariform, parseVariformValue, VariformError } from './parse.ts'

/** A variform expression, validated when it is set. */
export const variform = (): Kind<string> => expression(parseVariform)

/** The same, or a constant. EMQX rejects constants, for no reason. */
export const messageExpression = (): Kind<string> => expression(parseVariformValue)

const expression = (parse: (source: string) => unknown): Kind<string> =>
  scalar({
    wire: { type: 'string' },
    openApi: { type: 'string' },
    read(value, refuse) {
      if (typeof value !== 'string') return refuse('must be a string')
      try {
        parse(value)
        return value
      } catch (error) {
        if (error instanceof VariformError) return refuse(`column ${error.column}: ${error.message}`)
        throw error
      }
    },
    toPlain: same,
  })
