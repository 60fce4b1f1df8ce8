import { IconPencil, IconPlus, IconRepeat, IconSend, IconTerminal2, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useData } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, type Completion, Dim, IconButton, Link, Menu, Section } from '../../../ui/index.ts'
import { channelQueries, idOf, pages, StatusCell, useTypeInfo } from '../../integrations/index.ts'
import { ActionDialog } from './action-dialog.tsx'
import styles from './editor.module.css'
import { editorMessages } from './editor-messages.ts'
import { NewChannelDrawer } from './new-channel-drawer.tsx'
import { RepublishDrawer } from './republish-drawer.tsx'
import { type Output, outputId, toBeMade } from './rule-draft.ts'

interface OutputListProps {
  readonly outputs: readonly Output[]
  readonly onChange: (outputs: readonly Output[]) => void
  /** Outputs of the SQL. */
  readonly placeholders: readonly Completion[]
  readonly readOnly: boolean
}

/** The open dialog and the index of its output. A new output has the index after the last one. */
interface Opened {
  readonly what: 'existing' | 'new' | 'republish'
  readonly index: number
}

const icon = { size: 16, 'aria-hidden': true } as const

/** The outputs of the rule, in their order. */
export function OutputList({ outputs, onChange, placeholders, readOnly }: OutputListProps) {
  const texts = useMessages(editorMessages)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const put = (index: number, output: Output) => {
    onChange(replaced(outputs, index, output))
    close()
  }
  const open = (what: Opened['what'], index = outputs.length) => setOpened({ what, index })
  const hasConsole = outputs.some((one) => one.kind === 'builtIn' && one.action.function === 'console')
  const edited = opened && outputs[opened.index]
  const others = useMemo(() => outputs.filter((one) => one !== edited), [outputs, edited])
  const drafts = useMemo(() => toBeMade(others).connectors, [others])
  const taken = others.flatMap((one) => (one.kind === 'builtIn' ? [] : [outputId(one)]))
  return (
    <Section
      title={texts.outputs}
      actions={
        !readOnly && (
          <Menu
            trigger={
              <Button size="small" icon={<IconPlus {...icon} />}>
                {texts.addOutput}
              </Button>
            }
            items={[
              { label: texts.republish, icon: <IconRepeat {...icon} />, onSelect: () => open('republish') },
              {
                label: texts.console,
                icon: <IconTerminal2 {...icon} />,
                disabled: hasConsole,
                note: texts.consoleNote,
                onSelect: () => put(outputs.length, { kind: 'builtIn', action: { function: 'console' } }),
              },
              { label: texts.existingAction, icon: <IconSend {...icon} />, onSelect: () => open('existing') },
              { label: texts.newAction, icon: <IconPlus {...icon} />, onSelect: () => open('new') },
            ]}
          />
        )
      }
    >
      {outputs.length === 0 ? (
        <Dim>{texts.noOutput}</Dim>
      ) : (
        <ul className={styles.rows} aria-label={texts.outputs}>
          {outputs.map((output, index) => {
            const editable = output.kind === 'new' ? 'new' : isRepublish(output) ? 'republish' : undefined
            const name = nameOf(output, texts)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: several of them may be equal
              <li key={index} className={styles.row}>
                <OutputIcon output={output} />
                <OutputText output={output} />
                {!readOnly && (
                  <>
                    {editable && (
                      <IconButton
                        size="small"
                        label={texts.editOutput(name)}
                        icon={<IconPencil {...icon} />}
                        onClick={() => open(editable, index)}
                      />
                    )}
                    <IconButton
                      size="small"
                      label={texts.removeOutput(name)}
                      icon={<IconTrash {...icon} />}
                      onClick={() => onChange(outputs.toSpliced(index, 1))}
                    />
                  </>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {!readOnly && (
        <>
          <ActionDialog
            opened={opened?.what === 'existing'}
            onClose={close}
            present={outputs.flatMap((one) => (one.kind === 'builtIn' ? [] : [outputId(one)]))}
            onAdd={(id) => put(outputs.length, { kind: 'action', id })}
          />
          <RepublishDrawer
            opened={opened?.what === 'republish'}
            onClose={close}
            start={edited?.kind === 'builtIn' ? edited.action.args : undefined}
            placeholders={placeholders}
            onDone={(args) => opened && put(opened.index, { kind: 'builtIn', action: { function: 'republish', args } })}
          />
          <NewChannelDrawer
            kind="action"
            opened={opened?.what === 'new'}
            onClose={close}
            start={edited?.kind === 'new' ? edited.draft : undefined}
            drafts={drafts}
            taken={taken}
            placeholders={placeholders}
            onDone={(draft) => opened && put(opened.index, { kind: 'new', draft })}
          />
        </>
      )}
    </Section>
  )
}

const replaced = (outputs: readonly Output[], index: number, output: Output): readonly Output[] =>
  index < outputs.length ? outputs.toSpliced(index, 1, output) : [...outputs, output]

const isRepublish = (output: Output) => output.kind === 'builtIn' && output.action.function === 'republish'

function nameOf(output: Output, texts: (typeof editorMessages)['en']): string {
  if (output.kind !== 'builtIn') return outputId(output)
  const { function: name, args } = output.action
  if (name === 'console') return texts.console
  return name === 'republish' ? `${texts.republish} ${String(args?.topic ?? '')}` : name
}

function OutputIcon({ output }: { readonly output: Output }) {
  const Icon = output.kind !== 'builtIn' ? IconSend : isRepublish(output) ? IconRepeat : IconTerminal2
  return <Icon size={16} stroke={1.7} aria-hidden />
}

function OutputText({ output }: { readonly output: Output }) {
  const texts = useMessages(editorMessages)
  if (output.kind === 'action') return <Existing id={output.id} />
  if (output.kind === 'new') {
    const { channel, connector } = output.draft
    return (
      <Lines note={connector ? texts.createdWithConnector(connector.name) : texts.createdThrough(channel.connector)}>
        {idOf(channel)}
      </Lines>
    )
  }
  const { function: name, args } = output.action
  if (name === 'republish')
    return <Lines note={texts.republish}>{typeof args?.topic === 'string' ? args.topic : texts.republish}</Lines>
  return name === 'console' ? <Lines note={texts.consoleNote}>{texts.console}</Lines> : <Lines>{name}</Lines>
}

function Existing({ id }: { readonly id: string }) {
  const texts = useMessages(editorMessages)
  const infoOf = useTypeInfo()
  const { data } = useData(channelQueries.action.summaries, undefined)
  const one = data?.find((each) => idOf(each) === id)
  return (
    <Lines note={one ? <StatusCell of={one} /> : data ? texts.actionMissing : infoOf(id.split(':')[0] ?? '').label}>
      <Link to={pages.action.detail} params={{ id }}>
        {id}
      </Link>
    </Lines>
  )
}

const Lines = ({ children, note }: { readonly children: ReactNode; readonly note?: ReactNode }) => (
  <span className={styles.rowText}>
    <span className={styles.rowName}>{children}</span>
    {note !== undefined && <Dim small>{note}</Dim>}
  </span>
)
