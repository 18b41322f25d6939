export { alarmRoutes } from './alarms.routes.ts';
export { SEND_ALARM_NOTICE } from './alarm-notices.queries.ts';
export type { WatchedMachine } from './check-machine.ts';
export { EVALUATE_ALARMS, evaluateAlarms } from './evaluate-alarms.ts';
export { PUSH_ALARM, pushAlarm, type AlarmEvent, type AlarmReceiver } from './push-alarm.ts';
export { sendAlarmNotice } from './send-alarm-notice.ts';
