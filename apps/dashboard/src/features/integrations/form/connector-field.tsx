import type { Connector, NewConnector } from '@mqdeck/contract'
import { createContext, useContext, useEffect, useRef } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { type NodeFieldProps, useField } from '../../../schema-form/index.ts'
import { Button, Select } from '../../../ui/index.ts'
import { messages } from '../messages.ts'
import { stateOf } from '../state.ts'
import { formMessages } from './form-messages.ts'

interface Choice {
  /** Existing connectors of the type. */
  readonly connectors: readonly Connector[]
  /** Connectors that are not created yet. */
  readonly drafts: readonly NewConnector[]
  /** Label of the type. */
  readonly label: string
  /** Opens the form of a new connector or a draft. Undefined if only existing connectors can be selected. */
  readonly onNew?: (draft: NewConnector | undefined) => void
}

const ChoiceContext = createContext<Choice | undefined>(undefined)

export const ConnectorChoice = ChoiceContext.Provider

/** Selects an existing connector or a draft. */
export function ConnectorField(props: NodeFieldProps) {
  const choice = useContext(ChoiceContext)
  if (!choice) throw new Error('A connector is chosen outside of its form')
  const { connectors, drafts, label, onNew } = choice
  const texts = useMessages(formMessages)
  const { states } = useMessages(messages)
  const { value, set, frame, isDisabled } = useField(props)
  const { placeholder: _, ...field } = frame
  const chosen = typeof value === 'string' && value !== '' ? value : undefined
  // A new draft is selected automatically.
  const newest = drafts.at(-1)
  const lastDraft = useRef(newest)
  useEffect(() => {
    if (newest && newest !== lastDraft.current) set(newest.name)
    lastDraft.current = newest
  }, [newest, set])
  const draft = drafts.find(({ name }) => name === chosen)
  const isGone = chosen !== undefined && !draft && !connectors.some(({ name }) => name === chosen)
  const options = [
    ...connectors.map((one) => ({ value: one.name, label: texts.stateOf(one.name, states[stateOf(one)]) })),
    ...drafts.map(({ name }) => ({ value: name, label: texts.draft(name) })),
    ...(isGone ? [{ value: chosen, label: texts.missing(chosen) }] : []),
  ]
  const note = draft
    ? texts.createdTogether(draft.name)
    : connectors.length + drafts.length === 0
      ? texts.noConnector(label)
      : undefined
  return (
    <Select
      {...field}
      help={note ?? texts.connectorHelp}
      value={chosen}
      onChange={set}
      options={options}
      {...(!isDisabled &&
        onNew && {
          action: (
            <Button
              size="small"
              variant={connectors.length + drafts.length === 0 ? 'default' : 'subtle'}
              onClick={() => onNew(draft)}
            >
              {draft ? texts.editDraft : texts.newConnector}
            </Button>
          ),
        })}
    />
  )
}
