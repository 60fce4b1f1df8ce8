import { useMemo } from 'react'
import { useMessages } from '../../../../i18n/index.ts'
import { ruleMessages } from './messages.ts'

export type Qos = 0 | 1 | 2

const qosLists: readonly (readonly Qos[])[] = [[0, 1, 2], [0], [1], [2], [0, 1], [0, 2], [1, 2]]

/** The label of a choice: `0, 2`, in ascending order. */
export const qosText = (qos: readonly number[]): string => [...new Set(qos)].sort((a, b) => a - b).join(', ')

export const qosOf = (text: string | undefined): readonly Qos[] | undefined =>
  qosLists.find((list) => qosText(list) === text)

export const retainOf = (text: RetainText | undefined): boolean | 'all' => (text === 'all' ? 'all' : text === 'true')

export type RetainText = 'all' | 'true' | 'false'

/** The choices for each field of a rule, with labels. */
export function useRuleChoices() {
  const { permissions, actions, retains, any } = useMessages(ruleMessages)
  return useMemo(
    () => ({
      permission: (['allow', 'deny'] as const).map((value) => ({ value, label: permissions[value] })),
      action: (['publish', 'subscribe', 'all'] as const).map((value) => ({ value, label: actions[value] })),
      qos: qosLists.map((list) => ({ value: qosText(list), label: list.length === 3 ? any : qosText(list) })),
      retain: (['all', 'true', 'false'] as const).map((value) => ({ value, label: retains[value] })),
    }),
    [permissions, actions, retains, any],
  )
}
