import type { Hooks, Message } from '@mqdeck/broker'
import type { TransformationSettings } from '@mqdeck/contract'
import type { Clock, Log } from '@mqdeck/kit'
import { hookPriority } from '../hook-priorities.ts'
import type { SchemaRegistry } from '../schemas/registry.ts'
import { createPolicies, type Policies } from './policies.ts'
import { compileTransformation, type TransformContext } from './transform.ts'

export interface TransformationOptions {
  readonly hooks: Pick<Hooks, 'fold'>
  readonly clock: Clock
  readonly log: Log
  readonly schemas: SchemaRegistry
  readonly context: (message: Message) => TransformContext
  readonly count: (result: 'succeeded' | 'failed') => void
  readonly failed: (name: string, message: Message) => void
}

export type MessageTransformations = Policies<TransformationSettings>

/** Changes published messages. The publisher's acknowledgement follows from the message that it sent. */
export function createMessageTransformations(options: TransformationOptions): MessageTransformations {
  const { hooks, clock, log, schemas, context, count, failed } = options
  return createPolicies<TransformationSettings>({
    hooks,
    clock,
    log,
    kind: {
      priority: hookPriority.messageTransformation,
      logName: 'message_transformation_failed',
      count,
      failed,
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
