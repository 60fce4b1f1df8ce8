import { listOverrides, type Override } from '@mqdeck/contract'
import { useMemo } from 'react'
import { defineMessages, useMessages } from '../i18n/index.ts'
import { orIfMissing } from './errors.ts'
import { defineQuery, useData } from './query.ts'

/** Values that the start configuration puts over the stored ones. Only our own broker tells; elsewhere there are none. */
const overridesQuery = defineQuery<undefined, readonly Override[]>({
  name: 'overrides',
  load: (call, _args, signal) => orIfMissing(call(listOverrides, { signal }), []),
})

/**
 * Notes for a form of the root `root`, by path inside of it: `{ max_inflight: 'Set by … at the start …' }`. A failure is not
 * told: the form works without.
 */
export function useOverrideHints(root: string): Readonly<Record<string, string>> {
  const texts = useMessages(overrideMessages)
  const { data } = useData(overridesQuery, undefined)
  return useMemo(() => {
    const own = (data ?? []).filter(({ path }) => path.startsWith(`${root}.`))
    return Object.fromEntries(own.map(({ path, source }) => [path.slice(root.length + 1), texts.setBy(source)]))
  }, [data, root, texts])
}

const overrideMessages = defineMessages({
  en: { setBy: (source: string) => `Set by ${source}: a change lasts until the next start.` },
  zh: { setBy: (source) => `由 ${source} 设定，更改仅保持到下次启动。` },
})
