import { IconLockOpen } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { QueryView, useChange, useData, useEdition, useErrorText } from '../../../api/index.ts'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import { useAuthenticatorName } from '../../../lib/access/access-names.ts'
import {
  Button,
  EmptyState,
  ErrorState,
  Group,
  Link,
  Notice,
  PageHeader,
  Section,
  Skeleton,
  Stack,
  Steps,
  TypeMark,
  toast,
  useGo,
  usePathParam,
  useSearchState,
  useUnsavedChangesGuard,
} from '../../../ui/index.ts'
import { type UsedAddresses, useUsedAddresses } from '../../listeners/index.ts'
import { AuthenticatorForm } from '../auth/auth-tab.tsx'
import { AuthenticatorCards } from '../auth/authenticator-cards.tsx'
import { GatewayForm } from '../forms/gateway-form.tsx'
import { kindOf, markOf } from '../kinds.ts'
import { startOf } from '../listeners/listener-drawer.tsx'
import { gatewayQuery } from '../queries.ts'
import { isSetUp } from '../use-gateway-actions.tsx'
import { ListenersStep } from './listeners-step.tsx'
import { setupMessages } from './messages.ts'
import { createGateway, type SetupDraft } from './setup-queries.ts'

export default function SetupPage() {
  const name = usePathParam('name')
  const texts = useMessages(setupMessages)
  const kind = kindOf(name)
  const label = kind.label[useLocale()]
  const query = useData(gatewayQuery, { name })
  const { used } = useUsedAddresses()
  // The page stays after its own creation until it has navigated.
  const [wasSetUp, setWasSetUp] = useState<boolean>()
  if (wasSetUp === undefined && query.data) setWasSetUp(isSetUp(query.data.status))
  return (
    <>
      <PageHeader title={texts.title(label)} mark={<TypeMark type={markOf(kind)} size={34} />} />
      <QueryView query={query} skeleton={<Skeleton height={420} />}>
        {() =>
          wasSetUp ? (
            <Section>
              <EmptyState
                title={texts.alreadySetUp(label)}
                hint={texts.alreadySetUpHint}
                action={
                  <Link to="/gateway/detail/$name" params={{ name }}>
                    {texts.toGateway}
                  </Link>
                }
              />
            </Section>
          ) : used ? (
            <Setup key={name} name={name} label={label} used={used} />
          ) : (
            <Skeleton height={420} />
          )
        }
      </QueryView>
    </>
  )
}

const search = z.object({ step: z.enum(['basics', 'listeners', 'authentication']).catch('basics').default('basics') })
const part = { of: 'gateway' } as const
type Settings = Readonly<Record<string, unknown>>
const noSettings: Settings = {}
/** Initial values in front of EMQX: the folder of its packages, which it requires. A relative one depends on how a node was started. */
const startsInEmqx: Readonly<Record<string, Settings>> = { lwm2m: { xml_dir: '/etc/emqx/lwm2m_xml' } }

/** Settings, listeners and authentication. Each step has its own URL, so that the back button returns to it. */
function Setup({ name, label, used }: { readonly name: string; readonly label: string; readonly used: UsedAddresses }) {
  const texts = useMessages(setupMessages)
  const isEmqx = useEdition() !== 'mqdeck'
  const [{ step: wanted }, setSearch] = useSearchState(search)
  const [settings, setSettings] = useState<Settings>()
  const [listeners, setListeners] = useState<readonly Settings[]>(() => {
    const { type } = kindOf(name).defaultListener
    return [{ ...startOf(name, type, used), name: 'default', type }]
  })
  const leave = useUnsavedChangesGuard(settings !== undefined)
  // After a reload the input is gone.
  const step = settings === undefined ? 'basics' : wanted
  const toBasics = () => setSearch({ step: 'basics' })
  const toListeners = () => setSearch({ step: 'listeners' })
  return (
    <>
      <Steps
        label={texts.steps}
        current={['basics', 'listeners', 'authentication'].indexOf(step)}
        steps={[
          { label: texts.basics, onGo: toBasics },
          { label: texts.listeners, onGo: toListeners },
          { label: texts.authentication },
        ]}
      />
      {step === 'basics' && (
        <GatewayForm
          gateway={name}
          part={part}
          mode="create"
          value={settings ?? (isEmqx ? (startsInEmqx[name] ?? noSettings) : noSettings)}
          guard={false}
          saveLabel={texts.next}
          onSave={async (next) => {
            setSettings(next)
            toListeners()
          }}
        />
      )}
      {step === 'listeners' && (
        <ListenersStep
          gateway={name}
          listeners={listeners}
          onChange={setListeners}
          onBack={toBasics}
          onNext={() => setSearch({ step: 'authentication' })}
        />
      )}
      {step === 'authentication' && settings !== undefined && (
        <AuthenticationStep
          name={name}
          label={label}
          draft={{ settings, listeners }}
          onLeave={leave}
          onBack={toListeners}
        />
      )}
    </>
  )
}

interface AuthenticationStepProps {
  readonly name: string
  readonly label: string
  readonly draft: Omit<SetupDraft, 'name' | 'authenticator'>
  /** Called before the page is left after success. */
  readonly onLeave: () => void
  readonly onBack: () => void
}

const openToAll = ''

/** Choice of an authenticator, and creation of the gateway with it. */
function AuthenticationStep({ name, label, draft, onLeave, onBack }: AuthenticationStepProps) {
  const texts = useMessages(setupMessages)
  const nameOf = useAuthenticatorName()
  const errorText = useErrorText()
  const go = useGo()
  const { run, isRunning } = useChange(createGateway)
  const [type, setType] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const body = useMemo(() => ({ name, ...draft }), [name, draft])
  const finish = async (authenticator: Settings | undefined) => {
    await run({ ...body, authenticator })
    toast.success(texts.created(label))
    onLeave()
    go(
      { to: '/gateway/detail/$name', params: { name }, search: { tab: authenticator ? 'auth' : 'listeners' } },
      { replace: true },
    )
  }
  if (type === undefined)
    return (
      <Stack gap={4}>
        <AuthenticatorCards
          gateway={name}
          open={{
            value: openToAll,
            label: texts.openToAll,
            about: texts.openToAllAbout,
            mark: <IconLockOpen size={32} stroke={1.4} aria-hidden />,
          }}
          onChoose={setType}
        />
        <Group justify="start">
          <Button onClick={onBack}>{texts.back}</Button>
        </Group>
      </Stack>
    )
  const choice = (
    <Group gap={3} wrap>
      <strong>{type === openToAll ? texts.openToAll : nameOf(type)}</strong>
      <Button size="small" onClick={() => setType(undefined)}>
        {texts.otherChoice}
      </Button>
    </Group>
  )
  if (type !== openToAll)
    return (
      <Stack gap={4}>
        {choice}
        <AuthenticatorForm key={type} type={type} guard={false} saveLabel={texts.create} onSave={finish} />
      </Stack>
    )
  return (
    <Stack gap={4}>
      {choice}
      <Notice tone="amber">{texts.openToAllNote}</Notice>
      {failure !== undefined && <ErrorState title={texts.notCreated} message={errorText(failure)} />}
      <Group justify="end">
        <Button onClick={onBack}>{texts.back}</Button>
        <Button
          variant="primary"
          loading={isRunning}
          onClick={() => {
            setFailure(undefined)
            finish(undefined).catch(setFailure)
          }}
        >
          {texts.create}
        </Button>
      </Group>
    </Stack>
  )
}
