import { useMessages } from '../../i18n/index.ts'
import { useValue } from '../../mqtt-client/index.ts'
import { connectionMessages } from './connection-messages.ts'
import type { Bench } from './workbench.ts'

/** The name it was given, or its number. */
export function useBenchName(bench: Bench): string {
  const texts = useMessages(connectionMessages)
  const name = useValue(bench.name)
  return name === '' ? texts.connectionNumber(bench.id) : name
}
