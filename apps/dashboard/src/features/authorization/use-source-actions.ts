import type { AuthorizationSource } from '@mqdeck/contract'
import { useMemo } from 'react'
import { type MemberActions, type MemberOptions, useMemberActions } from '../../data/chain/index.ts'
import { useChange, useData } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { hasRules, isOn } from './kinds.ts'
import { messages } from './messages.ts'
import { remove, settingsQuery, sourcesQuery, switchTo } from './queries.ts'
import { useNameOf } from './use-name-of.ts'

export type SourceActions = MemberActions<AuthorizationSource>

/** Whether what no source decides is allowed; `unknown` until the broker has said. */
export function useNoMatch(): 'allow' | 'deny' | 'unknown' {
  return useData(settingsQuery, undefined).data?.no_match ?? 'unknown'
}

/** The questions say who decides when nobody is left to ask. */
export function useSourceActions(): SourceActions {
  const texts = useMessages(messages)
  const nameOf = useNameOf()
  const noMatch = useNoMatch()
  const { data: chain } = useData(sourcesQuery, undefined)
  const { run: runSwitch } = useChange(switchTo)
  const { run: runRemove } = useChange(remove)
  const options = useMemo((): MemberOptions<AuthorizationSource> => {
    const { risks } = texts
    const isLast = ({ type }: AuthorizationSource) => chain?.every((one) => one.type === type || !isOn(one)) === true
    return {
      nameOf,
      switchTo: ({ type }, enable) => runSwitch({ type, enable }),
      remove: ({ type }) => runRemove({ type }),
      questions: { disable: texts.disableQuestion, remove: texts.removeQuestion },
      risksOf: (one, isDeletion) => [
        ...(isOn(one) && isLast(one) ? [risks.none[noMatch]] : [risks.connect, risks.permissions]),
        ...(isDeletion && hasRules(one) ? [risks.rules] : []),
      ],
      note: risks.cached,
    }
  }, [texts, nameOf, noMatch, chain, runSwitch, runRemove])
  return useMemberActions(options)
}
