import type { Rule } from '@mqdeck/contract'
import { IconArrowRight } from '@tabler/icons-react'
import { dash, useMessages } from '../../i18n/index.ts'
import { Dim, Link, Mono, Stack } from '../../ui/index.ts'
import { CellPopover, isWebhook, pages, partsOf } from '../integrations/index.ts'
import { messages } from './messages.ts'
import styles from './rules.module.css'

/** The inputs and outputs of a rule in one line. */
export function RuleFlowCell({ rule: { id, from, sql, actions } }: { readonly rule: Rule }) {
  const texts = useMessages(messages)
  const [only] = actions
  return (
    <span className={styles.flow}>
      <span className={styles.from} title={sql}>
        {from.length === 0 ? <Dim>{dash}</Dim> : <Mono>{from.join(', ')}</Mono>}
      </span>
      <IconArrowRight className={styles.arrow} size={14} aria-hidden />
      <span className={styles.to}>
        {only === undefined ? (
          <Dim>{texts.uses.noOutput}</Dim>
        ) : actions.length === 1 ? (
          <Output action={only} />
        ) : (
          <CellPopover label={texts.actionCount(actions.length)} title={texts.actionsOf(id)}>
            <Stack gap={1}>
              {actions.map((action, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: several of them may be equal, and their order is what there is
                <Output key={index} action={action} />
              ))}
            </Stack>
          </CellPopover>
        )}
      </span>
    </span>
  )
}

/** An action with a link to its page. */
export function Output({ action }: { readonly action: Rule['actions'][number] }) {
  const { builtIn, uses } = useMessages(messages)
  if (typeof action === 'string')
    return (
      <Link to={isWebhook(partsOf(action)) ? '/webhook' : pages.action.detail} params={{ id: action }}>
        {action}
      </Link>
    )
  const topic = action.args?.topic
  return (
    <span>
      {action.function === 'republish' && typeof topic === 'string'
        ? uses.republishTo(topic)
        : builtIn(action.function)}
    </span>
  )
}
