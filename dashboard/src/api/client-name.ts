/** Client name of dashboards in the request log. */
export const clientName = 'dashboard';
