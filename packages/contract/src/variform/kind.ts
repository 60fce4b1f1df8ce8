import { type Kind, same, scalar } from '../struct/kind.ts'
import { parseVariform, VariformError } from './parse.ts'

/** A variform expression, validated when it is set. */
export const variform = (): Kind<string> =>
  scalar({
    wire: { type: 'string' },
    openApi: { type: 'string' },
    read(value, refuse) {
      if (typeof value !== 'string') return refuse('must be a string')
      try {
        parseVariform(value)
        return value
      } catch (error) {
        if (error instanceof VariformError) return refuse(`column ${error.column}: ${error.message}`)
        throw error
      }
    },
    toPlain: same,
  })
