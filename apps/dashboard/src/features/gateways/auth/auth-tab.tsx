import { useMemo, useState } from 'react'
import { z } from 'zod'
import {
  QueryView,
  useChange,
  useConfirmAction,
  useData,
  useEdition,
  useFresh,
  useIsViewer,
  useReportedAction,
} from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { useAuthenticatorName } from '../../../lib/access/access-names.ts'
import { isRecord } from '../../../lib/json/json-path.ts'
import { PlugInForm } from '../../../schema-form/index.ts'
import {
  Button,
  EmptyState,
  Group,
  Section,
  SegmentedControl,
  Skeleton,
  Stack,
  StatusDot,
  TypeMark,
  toast,
  useSearchState,
} from '../../../ui/index.ts'
import {
  authenticatorMessages,
  hasUsers,
  manifestOf,
  typeOf,
  UsersTab,
  useFormParts,
  warningOf,
} from '../../access/index.ts'
import styles from './auth.module.css'
import {
  addAuthenticator,
  authenticatorQuery,
  gatewayUsers,
  mqdeckGatewayUsers,
  type OwnAuthenticator,
  removeAuthenticator,
  saveAuthenticator,
} from './auth-queries.ts'
import { AuthenticatorCards } from './authenticator-cards.tsx'
import { authMessages } from './messages.ts'

interface AuthTabProps {
  readonly gateway: string
  /** Name of the gateway, or ID of one of its listeners. */
  readonly owner: string
}

/** The authenticator of a gateway, or that of one of its listeners. */
export function AuthTab(props: AuthTabProps) {
  const query = useData(authenticatorQuery, { id: props.owner })
  return (
    <QueryView query={query} skeleton={<Skeleton height={240} />}>
      {(found) =>
        found === null ? <NoAuthenticator {...props} /> : <Authenticator {...props} authenticator={found} />
      }
    </QueryView>
  )
}

function NoAuthenticator({ gateway, owner }: AuthTabProps) {
  const texts = useMessages(authMessages)
  const isViewer = useIsViewer()
  const [isCreating, setCreating] = useState(false)
  const [type, setType] = useState<string>()
  const isOfListener = gateway !== owner
  if (!isCreating)
    return (
      <Section>
        <EmptyState
          title={isOfListener ? texts.inherits : texts.openToAll}
          hint={isOfListener ? texts.inheritsHint : texts.openToAllHint}
          action={
            !isViewer && (
              <Button variant="primary" onClick={() => setCreating(true)}>
                {texts.newAuthenticator}
              </Button>
            )
          }
        />
      </Section>
    )
  if (type === undefined)
    return (
      <Stack gap={4}>
        <Group gap={3} wrap>
          <span>{texts.chooseType}</span>
          <Button size="small" onClick={() => setCreating(false)}>
            {texts.cancel}
          </Button>
        </Group>
        <AuthenticatorCards gateway={gateway} onChoose={setType} />
      </Stack>
    )
  return (
    <Stack gap={4}>
      <div>
        <Button size="small" onClick={() => setType(undefined)}>
          {texts.otherType}
        </Button>
      </div>
      <NewAuthenticator key={type} owner={owner} type={type} />
    </Stack>
  )
}

const hiddenFields = ['enable'] as const
const noStructs = [] as const

function NewAuthenticator({ owner, type }: { readonly owner: string; readonly type: string }) {
  const texts = useMessages(authMessages)
  const nameOf = useAuthenticatorName()
  const { run } = useChange(addAuthenticator)
  return (
    <AuthenticatorForm
      type={type}
      saveLabel={texts.create}
      onSave={async (settings) => {
        await run({ id: owner, settings })
        toast.success(texts.created(nameOf(type)))
      }}
    />
  )
}

interface AuthenticatorFormProps {
  /** `password_based:mysql` */
  readonly type: string
  readonly saveLabel: string
  readonly guard?: boolean
  readonly onSave: (settings: Readonly<Record<string, unknown>>) => Promise<unknown>
}

/** The settings of a new authenticator. */
export function AuthenticatorForm({ type, saveLabel, guard = true, onSave }: AuthenticatorFormProps) {
  const manifest = manifestOf(type)
  const identity = useMemo(() => typeOf(type), [type])
  const start = useMemo(() => ({ ...manifest?.example, ...identity }), [manifest, identity])
  return (
    <PlugInForm
      {...useFormParts()}
      structs={manifest?.structs ?? noStructs}
      mode="create"
      value={start}
      hide={hiddenFields}
      guard={guard}
      saveLabel={saveLabel}
      onSave={(settings) => onSave({ ...(isRecord(settings) && settings), ...identity })}
    />
  )
}

const search = z.object({ part: z.enum(['settings', 'users']).optional().catch(undefined) })

interface AuthenticatorProps extends AuthTabProps {
  readonly authenticator: OwnAuthenticator
}

function Authenticator({ gateway, owner, authenticator }: AuthenticatorProps) {
  const texts = useMessages(authMessages)
  const isViewer = useIsViewer()
  const [{ part }, setSearch] = useSearchState(search)
  const { type } = authenticator
  const nameOf = useAuthenticatorName()
  const calls = useEdition() === 'mqdeck' ? mqdeckGatewayUsers : gatewayUsers
  const manifest = manifestOf(type)
  const actions = useActions(gateway === owner ? texts.deleteBody : texts.deleteListenerBody, owner, authenticator)
  const isEnabled = authenticator.settings.enable !== false
  const shown = hasUsers(type) ? (part ?? 'users') : 'settings'
  return (
    <Stack gap={4}>
      <div className={styles.header}>
        <Group gap={3} wrap>
          <strong className={styles.name}>
            {manifest && <TypeMark type={manifest} />}
            {nameOf(type)}
          </strong>
          <StatusDot tone={isEnabled ? 'accent' : 'grey'}>{isEnabled ? texts.enabled : texts.disabled}</StatusDot>
          {hasUsers(type) && (
            <SegmentedControl
              label={texts.view}
              value={shown}
              onChange={(next) => setSearch({ part: next === 'users' ? undefined : next })}
              options={[
                { value: 'users', label: texts.users },
                { value: 'settings', label: texts.settings },
              ]}
            />
          )}
        </Group>
        {!isViewer && (
          <Group gap={2}>
            <Button size="small" onClick={() => void (isEnabled ? actions.disable() : actions.enable())}>
              {isEnabled ? texts.disable : texts.enable}
            </Button>
            <Button size="small" variant="danger" onClick={() => void actions.delete()}>
              {texts.delete}
            </Button>
          </Group>
        )}
      </div>
      {shown === 'users' ? (
        <UsersTab
          calls={calls}
          authenticator={{
            id: owner,
            mechanism: 'password_based',
            user_id_type: authenticator.settings.user_id_type,
            password_hash_algorithm: authenticator.settings.password_hash_algorithm,
          }}
        />
      ) : (
        <AuthenticatorSettings owner={owner} authenticator={authenticator} />
      )}
    </Stack>
  )
}

function AuthenticatorSettings({ owner, authenticator }: Omit<AuthenticatorProps, 'gateway'>) {
  const { updated } = useMessages(authMessages)
  const { warnings } = useMessages(authenticatorMessages)
  const fresh = useFresh(authenticatorQuery, { id: owner })
  const { run } = useChange(saveAuthenticator)
  const { type, settings: value } = authenticator
  return (
    <PlugInForm
      {...useFormParts()}
      structs={manifestOf(type)?.structs ?? noStructs}
      mode="edit"
      value={value}
      hide={hiddenFields}
      readOnly={useIsViewer()}
      confirmDiff
      current={async () => (await fresh())?.settings ?? value}
      warning={(changes) => {
        const warning = warningOf(
          type,
          changes.map(({ path }) => path),
        )
        return warning && warnings[warning]
      }}
      onSave={async (settings) => {
        await run({ id: owner, settings: { ...(isRecord(settings) && settings), ...typeOf(type) } })
        toast.success(updated)
      }}
    />
  )
}

/** Actions on the authenticator. Those that reduce access control ask first. */
function useActions(consequence: string, owner: string, { type, settings }: OwnAuthenticator) {
  const texts = useMessages(authMessages)
  const name = useAuthenticatorName()(type)
  const report = useReportedAction()
  const confirmAction = useConfirmAction()
  const { run: save } = useChange(saveAuthenticator)
  const { run: remove } = useChange(removeAuthenticator)
  const failed = texts.changeFailed(name)
  return {
    enable: () =>
      report(() => save({ id: owner, settings: { ...settings, enable: true } }), {
        done: texts.enabledNamed(name),
        failed,
      }),
    disable: () =>
      confirmAction({
        title: texts.disableQuestion(name),
        action: texts.disable,
        consequence: `${texts.disableBody} ${texts.connectedStay}`,
        done: texts.disabledNamed(name),
        failed,
        run: () => save({ id: owner, settings: { ...settings, enable: false } }),
      }),
    delete: () =>
      confirmAction({
        title: texts.deleteQuestion(name),
        action: texts.deleteAuthenticator,
        consequence: [consequence, ...(hasUsers(type) ? [texts.usersDeleted] : []), texts.connectedStay].join(' '),
        done: texts.deletedNamed(name),
        failed,
        run: () => remove({ id: owner }),
      }),
  }
}
