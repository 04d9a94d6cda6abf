/** How dashboards are called in the request log. */
export const clientName = 'dashboard';
