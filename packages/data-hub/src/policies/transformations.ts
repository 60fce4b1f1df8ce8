import { type Hooks, hookPriority, type Message } from '@mqdeck/broker'
import type { TransformationSettings } from '@mqdeck/contract'
import type { Clock, Log } from '@mqdeck/kit'
import type { SchemaRegistry } from '../schemas/registry.ts'
import { compileTransformation, type TransformContext } from './compile-transformation.ts'
import { createPolicies, type Policies } from './policies.ts'

export interface TransformationOptions {
  readonly hooks: Pick<Hooks, 'fold'>
  readonly clock: Clock
  readonly log: Log
  readonly schemas: SchemaRegistry
  readonly context: (message: Message) => TransformContext
  readonly count: (result: 'succeeded' | 'failed') => void
  readonly onFailure: (name: string, message: Message) => void
}

export type Transformations = Policies<TransformationSettings>

/** Changes published messages. The publisher's acknowledgement follows from the message that it sent. */
export function createTransformations(options: TransformationOptions): Transformations {
  const { hooks, clock, log, schemas, context, count, onFailure } = options
  return createPolicies<TransformationSettings>({
    hooks,
    clock,
    log,
    kind: {
      priority: hookPriority.transformation,
      logName: 'message_transformation_failed',
      count,
      onFailure,
      compile: (settings) => {
        const transform = compileTransformation(settings, schemas)
        return (message, isOver) => {
          if (isOver()) return { failed: 'the transformations take too long' }
          const result = transform(message, context(message))
          return 'failure' in result ? { failed: `${result.failure.msg}: ${result.failure.reason}` } : result
        }
      },
    },
  })
}
