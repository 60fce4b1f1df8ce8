/** Active alarms, for the overview. */
export { type AlarmKind, alarmKindOf } from './alarm-kind.ts'
export { alarmIdOf } from './alarm-list.ts'
export { alarmsQuery } from './queries.ts'
export { useAlarmTexts } from './use-alarm-texts.ts'
