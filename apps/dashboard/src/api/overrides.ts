import { listOverrides, type Override } from '@mqdeck/contract'
import { useMemo } from 'react'
import { defineMessages, useMessages } from '../i18n/index.ts'
import { orIfMissing } from './errors/errors.ts'
import { defineQuery, useData } from './query.ts'

/** Values of the start configuration that override stored ones. Only the MQDeck broker reports them; empty for other brokers. */
const overridesQuery = defineQuery<undefined, readonly Override[]>({
  name: 'overrides',
  load: (call, _args, signal) => orIfMissing(call(listOverrides, { signal }), []),
})

/** Hints for a form of the configuration root `root`, by path below it: `{ max_inflight: 'Set by …' }`. Empty when the request fails. */
export function useOverrideHints(root: string): Readonly<Record<string, string>> {
  const texts = useMessages(overrideMessages)
  const { data } = useData(overridesQuery, undefined)
  return useMemo(() => {
    const own = (data ?? []).filter(({ path }) => path.startsWith(`${root}.`))
    return Object.fromEntries(own.map(({ path, source }) => [path.slice(root.length + 1), texts.setBy(source)]))
  }, [data, root, texts])
}

const overrideMessages = defineMessages({
  en: { setBy: (source: string) => `Set by ${source}. Changes are lost at the next start.` },
  zh: { setBy: (source) => `由 ${source} 设定，更改在下次启动后失效。` },
})
