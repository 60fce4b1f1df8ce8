/** Active alarms, for the overview. */
export { alarmKindOf } from './alarm-kind.ts'
export { alarmIdOf } from './alarm-list.ts'
export { causeOf, objectOf, severityOf } from './alarm-severity.ts'
export { targetOf } from './alarm-target.ts'
export { alarmsQuery } from './queries.ts'
export { useAlarmTexts } from './use-alarm-texts.ts'
export { useMutedAlarms } from './use-muted-alarms.ts'
