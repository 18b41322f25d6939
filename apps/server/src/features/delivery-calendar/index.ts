export { deliveryCalendarRoutes } from './delivery-calendar.routes.ts';
