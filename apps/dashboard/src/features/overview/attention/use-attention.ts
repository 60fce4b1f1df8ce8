import { useAccessCheck } from './access.ts'
import { useAlarmCheck } from './alarms.ts'
import { useConnectorCheck } from './connectors.ts'
import { type Deliveries, useDeliveryCheck } from './deliveries.ts'
import { type Check, type Finding, mergeFindings } from './finding.ts'
import { useCertificateCheck, useListenerCheck, useNodeCheck } from './infrastructure.ts'
import { useRuleCheck } from './rules.ts'

type CheckName = 'deliveries' | 'connectors' | 'rules' | 'access' | 'nodes' | 'listeners' | 'certificates' | 'alarms'

/** The result of all checks. */
export interface Attention {
  readonly findings: readonly Finding[]
  /** Number of muted alarms, which are not among the findings. */
  readonly muted: number
  /** Checks whose request failed. */
  readonly failed: readonly CheckName[]
  /** Whether a check still waits for its first answer. */
  readonly isLoading: boolean
}

/** Everything that is wrong with the broker: the list of checks. */
export function useAttention(deliveries: Deliveries): Attention {
  const connectors = useConnectorCheck()
  const alarms = useAlarmCheck()
  const checks: readonly (readonly [CheckName, Check])[] = [
    ['deliveries', useDeliveryCheck(deliveries)],
    ['connectors', connectors],
    ['rules', useRuleCheck(connectors.affectedRules)],
    ['access', useAccessCheck()],
    ['nodes', useNodeCheck()],
    ['listeners', useListenerCheck()],
    ['certificates', useCertificateCheck()],
    ['alarms', alarms],
  ]
  return {
    findings: mergeFindings(
      checks.flatMap(([, { findings }]) => findings),
      alarms.alarms,
    ),
    muted: alarms.alarms.filter(({ isMuted }) => isMuted).length,
    failed: checks.filter(([, { state }]) => state === 'failed').map(([name]) => name),
    isLoading: checks.some(([, { state }]) => state === 'loading'),
  }
}
