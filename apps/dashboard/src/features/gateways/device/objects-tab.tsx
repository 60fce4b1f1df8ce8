import type { GatewayClient } from '@mqdeck/contract'
import { IconEye, IconEyeOff, IconPencil, IconRefresh } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { useChange, useErrorText, useIsViewer } from '../../../api/index.ts'
import { dash, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  type Column,
  DataTable,
  Dim,
  Group,
  IconButton,
  Mono,
  Notice,
  Section,
  Stack,
  TextField,
  toast,
} from '../../../ui/index.ts'
import styles from './device.module.css'
import { type CommandReply, observeResource, readResource } from './device-queries.ts'
import { groupsOf, isPath, type Resource, type ResourceGroup, valuesOf } from './lwm2m-objects.ts'
import { deviceMessages } from './messages.ts'
import { WriteDialog, type WriteTarget } from './write-dialog.tsx'

interface ObjectsTabProps {
  readonly client: GatewayClient
  readonly isGone: boolean
}

/** The objects of an LwM2M device, with what it replied to commands of this page. */
export function ObjectsTab({ client, isGone }: ObjectsTabProps) {
  const texts = useMessages(deviceMessages)
  const isViewer = useIsViewer()
  const { clientid } = client
  const [replies, setReplies] = useState<ReadonlyMap<string, unknown>>(new Map())
  const [written, setWritten] = useState<WriteTarget>()
  const groups = useMemo(() => groupsOf(client, replies), [client, replies])
  const commands = useCommands(clientid, (values) => setReplies((before) => new Map([...before, ...values])))
  const controls: Controls | undefined = isViewer
    ? undefined
    : {
        isGone,
        isWaiting: (path) => commands.waiting.has(path),
        read: commands.read,
        observe: commands.observe,
        write: setWritten,
      }
  return (
    <Stack gap={4}>
      {groups.length === 0 && <Notice>{texts.noObjectsHint}</Notice>}
      {controls && <PathCommands controls={controls} />}
      {groups.map((group) => (
        <ObjectSection key={group.path} group={group} controls={controls} />
      ))}
      <WriteDialog
        clientid={clientid}
        target={written}
        onClose={() => setWritten(undefined)}
        onWritten={(path, value) => setReplies((before) => new Map([...before, [path, value]]))}
      />
    </Stack>
  )
}

interface Controls {
  readonly isGone: boolean
  readonly isWaiting: (path: string) => boolean
  readonly read: (path: string) => void
  readonly observe: (path: string, enable: boolean) => void
  readonly write: (target: WriteTarget) => void
}

/** Runs commands and reports what the device replied. */
function useCommands(clientid: string, onValues: (values: readonly (readonly [string, unknown])[]) => void) {
  const texts = useMessages(deviceMessages)
  const errorText = useErrorText()
  const { run: read } = useChange(readResource)
  const { run: observe } = useChange(observeResource)
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set())
  const command = async (path: string, run: () => Promise<CommandReply>, done: (reply: CommandReply) => void) => {
    setWaiting((before) => new Set([...before, path]))
    try {
      const reply = await run()
      if (reply.isMissing) toast.info(texts.noReply)
      else if (!reply.isSuccess) toast.error(texts.commandFailed(path), texts.refused(reply.code, reply.message))
      else done(reply)
    } catch (error) {
      toast.error(texts.commandFailed(path), errorText(error))
    } finally {
      setWaiting((before) => new Set([...before].filter((one) => one !== path)))
    }
  }
  return {
    waiting,
    read: (path: string) =>
      void command(
        path,
        () => read({ clientid, path }),
        ({ content }) => onValues(valuesOf(path, content)),
      ),
    observe: (path: string, enable: boolean) =>
      void command(
        path,
        () => observe({ clientid, path, enable }),
        ({ content }) => {
          onValues(valuesOf(path, content))
          toast.success(enable ? texts.observeStarted(path) : texts.observeStopped(path))
        },
      ),
  }
}

/** Commands for any path, also for resources that the broker does not list. */
function PathCommands({ controls }: { readonly controls: Controls }) {
  const texts = useMessages(deviceMessages)
  const [path, setPath] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isValid = isPath(path.trim())
  const withPath = (action: (path: string) => void) => {
    setChecked(true)
    if (isValid) action(path.trim())
  }
  const { isGone, read, observe, write, isWaiting } = controls
  return (
    <Section>
      <form
        className={styles.commands}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          withPath(read)
        }}
      >
        <TextField
          mono
          label={texts.path}
          placeholder="/3/0/0"
          description={texts.pathHint}
          value={path}
          error={isChecked && !isValid ? texts.badPath : undefined}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
        <Group gap={2} wrap>
          <Button type="submit" disabled={isGone} loading={isWaiting(path.trim())}>
            {texts.read}
          </Button>
          <Button disabled={isGone} onClick={() => withPath((one) => write({ path: one, name: one }))}>
            {texts.write}
          </Button>
          <Button disabled={isGone} onClick={() => withPath((one) => observe(one, true))}>
            {texts.observe}
          </Button>
          <Button disabled={isGone} onClick={() => withPath((one) => observe(one, false))}>
            {texts.stopObserving}
          </Button>
        </Group>
      </form>
    </Section>
  )
}

interface ObjectSectionProps {
  readonly group: ResourceGroup
  readonly controls: Controls | undefined
}

/** One instance of an object with its resources. */
function ObjectSection({ group, controls }: ObjectSectionProps) {
  const texts = useMessages(deviceMessages)
  const columns = useResourceColumns(controls)
  const title = group.name === undefined ? group.path : `${group.name} ${group.path}`
  return (
    <Section
      flush
      title={title}
      actions={
        controls && (
          <Button
            size="small"
            icon={<IconRefresh size={16} aria-hidden />}
            aria-label={texts.readAll(title)}
            disabled={controls.isGone}
            loading={controls.isWaiting(group.path)}
            onClick={() => controls.read(group.path)}
          >
            {texts.read}
          </Button>
        )
      }
    >
      <DataTable label={title} columns={columns} rows={group.resources} rowId={({ path }) => path} />
    </Section>
  )
}

function useResourceColumns(controls: Controls | undefined): readonly Column<Resource>[] {
  const texts = useMessages(deviceMessages)
  return [
    {
      id: 'resource',
      header: texts.resource,
      width: 260,
      cell: ({ name, path }) =>
        name === undefined ? (
          <Mono>{path}</Mono>
        ) : (
          <span>
            {name} <Dim small>{path}</Dim>
          </span>
        ),
    },
    { id: 'value', header: texts.value, width: 280, cell: ({ value }) => <ResourceValue value={value} /> },
    { id: 'unit', header: texts.unit, width: 90, cell: ({ unit }) => unit ?? <Dim>{dash}</Dim> },
    ...(controls
      ? [
          {
            id: 'commands',
            header: '',
            width: 150,
            cell: (resource: Resource) => <ResourceCommands resource={resource} controls={controls} />,
          },
        ]
      : []),
  ]
}

function ResourceValue({ value }: { readonly value: unknown }) {
  if (value === undefined || value === null) return <Dim>{dash}</Dim>
  return <Mono truncate>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</Mono>
}

function ResourceCommands({ resource, controls }: { readonly resource: Resource; readonly controls: Controls }) {
  const texts = useMessages(deviceMessages)
  const { path, name = path, canRead, canWrite, isObserved } = resource
  const { isGone, isWaiting, read, write, observe } = controls
  const disabled = isGone || isWaiting(path)
  return (
    <Group gap={1}>
      {canRead && (
        <IconButton
          label={texts.readNamed(name)}
          icon={<IconRefresh size={16} aria-hidden />}
          disabled={disabled}
          onClick={() => read(path)}
        />
      )}
      {canRead && (
        <IconButton
          label={isObserved ? texts.stopObservingNamed(name) : texts.observeNamed(name)}
          icon={isObserved ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          disabled={disabled}
          onClick={() => observe(path, !isObserved)}
        />
      )}
      {canWrite && (
        <IconButton
          label={texts.writeNamed(name)}
          icon={<IconPencil size={16} aria-hidden />}
          disabled={disabled}
          onClick={() => write({ path, name, type: resource.type, value: resource.value })}
        />
      )}
    </Group>
  )
}
