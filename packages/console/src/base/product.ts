export const PRODUCT_NAME = 'Comporta';
